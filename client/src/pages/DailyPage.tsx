/** Today's challenges and how everybody did; earlier days are a step back. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Schema } from "@/api/client";
import { dailyQuery, useMe } from "@/api/queries";
import { useNames } from "@/catalogue/names";
import { WidePicture } from "@/catalogue/pictures";
import { useScoreWords } from "@/catalogue/ScoreText";
import { useDailies, useDailyAttempt } from "@/hub/Dailies";
import { Ranking } from "@/standings/Ranking";
import { day as dayName, span } from "@/text/times";
import { Button, ButtonLink, IconButton } from "@/ui/Button";
import { Failure } from "@/ui/Failure";
import { Page } from "@/ui/Page";
import { share } from "@/ui/share";
import "./DailyPage.css";

const DAY_MS = 86_400_000;

export default function DailyPage() {
  const { t } = useTranslation("hub");
  const dailies = useDailies();
  return (
    <Page title={t("hub.daily")}>
      <p className="soft">{t("daily.text")}</p>
      {dailies.error && <Failure error={dailies.error} retry={() => void dailies.refetch()} />}
      {dailies.isPending && <p className="soft">{t("loading")}</p>}
      <div className="daily-columns">
        {dailies.data?.map((challenge) => (
          <Challenge key={challenge.game} challenge={challenge} />
        ))}
      </div>
    </Page>
  );
}

function Challenge({ challenge }: { challenge: Schema["Challenge"] }) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const scoreWords = useScoreWords();
  const attempt = useDailyAttempt(challenge.game);
  const [day, setDay] = useState(challenge.day);
  const { mine, game, board } = challenge;
  const begin = mine ? t("hub.continue") : t("daily.start");
  const tell = () =>
    share(
      `${t("daily.shareText", {
        game: names.game(game),
        day: dayName(challenge.day),
        score: scoreWords.spoken(mine?.shown),
        rank: mine?.rank,
        players: challenge.players,
      })}\n${location.origin}/match/${mine?.match}`,
    );
  return (
    <section className="card daily" aria-labelledby={`daily-${game}`}>
      <div className="daily-picture" aria-hidden="true">
        <WidePicture game={game} />
      </div>
      <h2 id={`daily-${game}`}>{names.game(game)}</h2>
      <p className="soft figures">
        {names.board(game, board)} · {t("daily.endsIn", { time: span(challenge.ends_in_s) })}
      </p>
      {mine?.over ? (
        <>
          <p>
            {t(mine.rank === null ? "daily.noRank" : "daily.mine", {
              score: scoreWords.spoken(mine.shown),
              rank: mine.rank,
              players: challenge.players,
            })}
          </p>
          <div className="row">
            {mine.rank !== null && (
              <Button kind="main" icon="share" onClick={tell}>
                {t("over.share")}
              </Button>
            )}
            <ButtonLink href={`/match/${mine.match}`} icon="play">
              {t("over.replay")}
            </ButtonLink>
          </div>
        </>
      ) : (
        <div className="row">
          <Button
            kind="main"
            icon="play"
            onClick={() => attempt.mutate()}
            disabled={attempt.isPending}
            aria-label={`${begin}: ${names.game(game)}`}
          >
            {begin}
          </Button>
        </div>
      )}
      <div className="daily-days">
        <IconButton
          icon="back"
          label={t("daily.before", { game: names.game(game) })}
          onClick={() => setDay(shifted(day, -1))}
        />
        <span>{dayName(day)}</span>
        <IconButton
          icon="forward"
          label={t("daily.after", { game: names.game(game) })}
          disabled={day >= challenge.day}
          onClick={() => setDay(shifted(day, 1))}
        />
      </div>
      <DayRanking game={game} day={day} mine={day === challenge.day && mine?.over ? mine.match : undefined} />
    </section>
  );
}

function DayRanking({ game, day, mine }: { game: string; day: string; mine?: string }) {
  const me = useMe().data?.id;
  const table = useQuery(dailyQuery(game, day, me));
  if (table.error) return <Failure error={table.error} retry={() => void table.refetch()} />;
  return table.data ? <Ranking table={table.data} me={me} mine={mine ?? table.data.mine?.match} /> : null;
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
