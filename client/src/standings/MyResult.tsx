/** What a match that is over means to me. It is known once the server has replayed the log: then it is said, too. */
import { useTranslation } from "react-i18next";
import type { Schema } from "@/api/client";
import { useListedGame, useNames } from "@/catalogue/names";
import { useScoreWords } from "@/catalogue/ScoreText";
import type { Outcome, RoomNow } from "@/game-kit/contract/types";
import { useOpenRoom } from "@/room/setup/openRoom";
import { Button } from "@/ui/controls/Button";
import {
  between,
  comparison,
  goal,
  grows,
  leavers,
  nextBoard,
  nextBot,
  placed,
  rated,
  type Sentence,
} from "./result";
import "./MyResult.css";

interface MyResultProps {
  result: Schema["MatchResult"] | undefined;
  room: RoomNow;
  outcome: Outcome | null;
  /** The seat I held at the end. */
  seat: number;
}

export default function MyResult({ result, room, outcome, seat }: MyResultProps) {
  const { t } = useTranslation("hub");
  const game = useListedGame(room.game);
  const names = useNames();
  const say = useSaid();
  const open = useOpenRoom();
  const addsUp = game?.scores_add_up === true;
  const wonBoard = outcome?.winners.includes(seat) === true;
  const stronger = outcome && nextBot(room, outcome, game?.bots ?? [], seat);
  const next = result && nextBoard(result, game, wonBoard);
  // Of a try the title says that it does not count.
  const reason = room.tried ? null : result?.not_counted;
  return (
    <div className="my-result" aria-live="polite">
      {result && (
        <>
          {[
            comparison(result, addsUp),
            placed(result),
            leavers(result, wonBoard),
            rated(result),
            between(result),
          ].map((said) => said && <p key={said.key}>{say(said)}</p>)}
          {grows(result) && <p className="soft">{t("over.ratingGrows")}</p>}
          {reason && <p className="soft">{t(`notCounted.${reason}`)}</p>}
          <Goal said={goal(result, addsUp)} />
          {stronger && (
            <Button
              icon="robot"
              busy={open.isPending}
              onClick={() =>
                open.mutate({ game: room.game, options: room.options, seats: stronger.seats, public: false })
              }
            >
              {t("over.nextBot", {
                level: t(`level.${stronger.level}`, { defaultValue: stronger.level }),
              })}
            </Button>
          )}
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

function Goal({ said }: { said: Sentence | null }) {
  const say = useSaid();
  return said && <p className="my-result-goal">{say(said)}</p>;
}

const isNames = (fact: object): fact is readonly (string | null)[] => Array.isArray(fact);

/** Sentences in the player's language, scores and names among their facts too. */
function useSaid() {
  const { t, i18n } = useTranslation("hub");
  const scores = useScoreWords();
  const listed = (names: readonly (string | null)[]) =>
    new Intl.ListFormat(i18n.language).format(names.map((name) => name ?? t("seat.deleted")));
  return ({ key, facts = {} }: Sentence): string => {
    const said: Record<string, string | number> = {};
    for (const [name, fact] of Object.entries(facts))
      said[name] = typeof fact !== "object" ? fact : isNames(fact) ? listed(fact) : scores.short(fact);
    return t(key, said);
  };
}
