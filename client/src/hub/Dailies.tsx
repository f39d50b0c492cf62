/** Today's challenges: one ranked attempt each. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { http, queryClient, request, type Schema } from "@/api/client";
import { dailiesQuery, useMe } from "@/api/queries";
import { useServerUnreachable } from "@/api/reachable";
import { useNames } from "@/catalogue/names";
import { useScoreWords } from "@/catalogue/ScoreText";
import { useModules } from "@/stage/modules";
import { Thumbnail } from "@/stage/pictures";
import { DAY_MS, span } from "@/text/times";
import { Button, ButtonLink } from "@/ui/controls/Button";
import { Countdown } from "@/ui/controls/Countdown";
import { Failure } from "@/ui/page/Failure";

/** When its day is over, by this device's clock. */
const endOf = ({ day }: Pick<Schema["Challenge"], "day">): number => Date.parse(day) + DAY_MS;

/** Of the games that this client can draw. What an unreachable server said on another day is not today's. */
export function useDailies() {
  const moduleOf = useModules();
  const known = useMe().data !== undefined;
  const unreachable = useServerUnreachable();
  return useQuery({
    ...dailiesQuery,
    enabled: known,
    select: (challenges) =>
      challenges.filter(
        (challenge) => moduleOf(challenge.game) && !(unreachable && endOf(challenge) <= Date.now()),
      ),
  });
}

export function Dailies() {
  const { t } = useTranslation("hub");
  const dailies = useDailies();
  const unreachable = useServerUnreachable();
  if (unreachable && !dailies.data) return <DailyNeedsServer />;
  if (dailies.error) return <Failure error={dailies.error} retry={() => void dailies.refetch()} />;
  if (!dailies.data) return <p className="soft">{t("loading")}</p>;
  return (
    <>
      <DailyNeedsServer />
      <ul className="hub-list">
        {dailies.data.map((challenge) => (
          <Daily key={challenge.game} challenge={challenge} />
        ))}
      </ul>
    </>
  );
}

/** Why none can be started, while the server is unreachable. */
export function DailyNeedsServer() {
  const { t } = useTranslation("hub");
  return useServerUnreachable() ? <p className="empty">{t("offline.daily")}</p> : null;
}

/** How long today's can still be begun, which is when the next one comes. */
export function DailyCountdown({ challenge }: { challenge: Schema["Challenge"] }) {
  const { t } = useTranslation("hub");
  const asked = useDailies().dataUpdatedAt;
  const unreachable = useServerUnreachable();
  return (
    <Countdown ends={unreachable ? endOf(challenge) : asked + challenge.ends_in_s * 1000}>
      {(seconds) => t(challenge.mine?.over ? "daily.nextIn" : "daily.endsIn", { time: span(seconds) })}
    </Countdown>
  );
}

/** What came of my attempt that is over: its rank, or why it has none. */
export function useAttemptText() {
  const { t } = useTranslation("hub");
  const scores = useScoreWords();
  return ({ mine, players }: Schema["Challenge"]): string => {
    if (!mine?.over) return t("daily.players", { count: players });
    const score = scores.spoken(mine.shown);
    if (mine.rank !== null) return t("daily.mine", { score, rank: mine.rank, players });
    if (mine.not_counted === null) return t("daily.noRank", { score });
    const why = t(`notCounted.${mine.not_counted}`);
    return mine.shown ? `${capitalised(score)}. ${why}` : why;
  };
}

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

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
  const attemptText = useAttemptText();
  const attempt = useDailyAttempt(challenge.game);
  const unreachable = useServerUnreachable();
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
          {names.board(challenge.game, challenge.board)} · {attemptText(challenge)}
        </span>
      </span>
      {mine?.over ? (
        <ButtonLink href={`/match/${mine.match}`}>{t("daily.look")}</ButtonLink>
      ) : (
        <Button
          onClick={() => attempt.mutate()}
          busy={attempt.isPending}
          disabled={unreachable}
          aria-label={`${begin}: ${names.game(challenge.game)}`}
        >
          {begin}
        </Button>
      )}
    </li>
  );
}
