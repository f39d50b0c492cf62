/** Today's challenges: one ranked attempt each. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { http, queryClient, request, type Schema } from "@/api/client";
import { dailiesQuery, useMe } from "@/api/queries";
import { moduleOf } from "@/catalogue/modules";
import { useNames } from "@/catalogue/names";
import { Thumbnail } from "@/catalogue/pictures";
import { useScoreWords } from "@/catalogue/ScoreText";
import { Button, ButtonLink } from "@/ui/Button";
import { Failure } from "@/ui/Failure";

/** Of the games that this client can draw. */
export function useDailies() {
  const known = useMe().data !== undefined;
  return useQuery({
    ...dailiesQuery,
    enabled: known,
    select: (challenges) => challenges.filter((challenge) => moduleOf(challenge.game)),
  });
}

export function Dailies() {
  const { t } = useTranslation("hub");
  const dailies = useDailies();
  if (dailies.error) return <Failure error={dailies.error} retry={() => void dailies.refetch()} />;
  if (!dailies.data) return <p className="soft">{t("loading")}</p>;
  return (
    <ul className="hub-list">
      {dailies.data.map((challenge) => (
        <Daily key={challenge.game} challenge={challenge} />
      ))}
    </ul>
  );
}

/** Begin my attempt, or go back to it. */
export function useDailyAttempt(game: string) {
  const [, go] = useLocation();
  return useMutation({
    mutationFn: () => request(http.POST("/api/daily/{game}", { params: { path: { game } } })),
    onSuccess: ({ mine }) => {
      void queryClient.invalidateQueries({ queryKey: dailiesQuery.queryKey });
      if (mine) go(mine.room ? `/room/${mine.room}` : `/match/${mine.match}`);
    },
  });
}

function Daily({ challenge }: { challenge: Schema["Challenge"] }) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const scoreWords = useScoreWords();
  const attempt = useDailyAttempt(challenge.game);
  const { mine } = challenge;
  const begin = mine ? t("hub.continue") : t("daily.start");
  return (
    <li className="hub-item">
      <span className="hub-thumb">
        <Thumbnail game={challenge.game} />
      </span>
      <span className="hub-item-words">
        <strong>{names.game(challenge.game)}</strong>
        <span className="soft">
          {names.board(challenge.game, challenge.board)} ·{" "}
          {mine?.over && mine.rank !== null
            ? t(mine.rank === null ? "daily.noRank" : "daily.mine", {
                score: scoreWords.spoken(mine.shown),
                rank: mine.rank,
                players: challenge.players,
              })
            : t("daily.players", { count: challenge.players })}
        </span>
      </span>
      {mine?.over ? (
        <ButtonLink href={`/match/${mine.match}`}>{t("daily.look")}</ButtonLink>
      ) : (
        <Button
          onClick={() => attempt.mutate()}
          disabled={attempt.isPending}
          aria-label={`${begin}: ${names.game(challenge.game)}`}
        >
          {begin}
        </Button>
      )}
    </li>
  );
}
