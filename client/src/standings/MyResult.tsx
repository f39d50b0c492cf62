/** What a match that is over means to me. It is known once the server has replayed the log: then it is said, too. */
import { useTranslation } from "react-i18next";
import type { Schema } from "@/api/client";
import { useListedGame, useNames } from "@/catalogue/names";
import { useScoreWords } from "@/catalogue/ScoreText";
import type { Outcome, RoomNow } from "@/game-kit/types";
import { useOpenRoom } from "@/room/openRoom";
import { Button } from "@/ui/Button";
import { between, comparison, goal, nextBoard, placed, rated, type Said } from "./result";
import "./MyResult.css";

interface MyResultProps {
  result: Schema["MatchResult"] | undefined;
  room: RoomNow;
  outcome: Outcome | null;
}

export default function MyResult({ result, room, outcome }: MyResultProps) {
  const { t } = useTranslation("hub");
  const game = useListedGame(room.game);
  const names = useNames();
  const say = useSaid();
  const open = useOpenRoom();
  const addsUp = game?.scores_add_up === true;
  const next = result && nextBoard(result, game, outcome?.winners.includes(0) === true);
  const reason = result?.not_counted;
  return (
    <div className="my-result" aria-live="polite">
      {result && (
        <>
          {[comparison(result, addsUp), placed(result), rated(result), between(result)].map(
            (said) => said && <p key={said.key}>{say(said)}</p>,
          )}
          {result.rating?.change.provisional && <p className="soft">{t("over.ratingGrows")}</p>}
          {reason && <p className="soft">{t(`notCounted.${reason}`)}</p>}
          <Goal said={goal(result, addsUp)} />
          {next && (
            <Button
              icon="forward"
              busy={open.isPending}
              onClick={() =>
                open.mutate({
                  game: room.game,
                  options: { ...room.options, ...next.options },
                  seats: [{ for: "me" }],
                  public: false,
                })
              }
            >
              {t("over.nextBoard", { board: names.board(room.game, next.board) })}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function Goal({ said }: { said: Said | null }) {
  const say = useSaid();
  return said && <p className="my-result-goal">{say(said)}</p>;
}

/** Sentences in the player's language, scores among their facts too. */
function useSaid() {
  const { t } = useTranslation("hub");
  const scores = useScoreWords();
  return ({ key, facts = {} }: Said): string => {
    const said: Record<string, string | number> = {};
    for (const [name, fact] of Object.entries(facts))
      said[name] = typeof fact === "object" ? scores.short(fact) : fact;
    return t(key, said);
  };
}
