/** Today's challenges and how everybody did; earlier days are a step back. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "wouter";
import type { Schema } from "@/api/client";
import { dailyQuery, useMe } from "@/api/queries";
import { useServerUnreachable } from "@/api/reachable";
import { useNames } from "@/catalogue/names";
import { DailyCountdown, DailyNeedsServer, useAttemptText, useDailies, useDailyAttempt } from "@/hub/Dailies";
import { WidePicture } from "@/stage/pictures";
import { dailyShare } from "@/standings/dailyShare";
import { Ranking } from "@/standings/Ranking";
import { DAY_MS, day as dayName } from "@/text/times";
import { Button, ButtonLink, IconButton } from "@/ui/controls/Button";
import { Failure } from "@/ui/page/Failure";
import { Page } from "@/ui/page/Page";
import { share } from "@/ui/sharing/share";
import "./DailyPage.css";

/** With a game in the address, as in a link that somebody shared, that game comes first; with a day, its table is open. */
export default function DailyPage() {
  const { t } = useTranslation("hub");
  const { game, day } = useParams<{ game?: string; day?: string }>();
  const dailies = useDailies();
  const unreachable = useServerUnreachable();
  const shown = dailies.data?.toSorted(
    (one, other) => Number(other.game === game) - Number(one.game === game),
  );
  return (
    <Page title={t("hub.daily")}>
      <p className="soft">{t("daily.text")}</p>
      <DailyNeedsServer />
      {dailies.error && !unreachable && (
        <Failure error={dailies.error} retry={() => void dailies.refetch()} />
      )}
      {dailies.isPending && <p className="soft">{t("loading")}</p>}
      <div className="daily-columns">
        {shown?.map((challenge) => (
          <Challenge
            key={`${challenge.game} ${challenge.game === game ? day : ""}`}
            challenge={challenge}
            wanted={challenge.game === game ? day : undefined}
          />
        ))}
      </div>
    </Page>
  );
}

function Challenge({ challenge, wanted }: { challenge: Schema["Challenge"]; wanted?: string }) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const attemptText = useAttemptText();
  const attempt = useDailyAttempt(challenge.game);
  const unreachable = useServerUnreachable();
  const past = wanted !== undefined && isDay(wanted) && wanted < challenge.day ? wanted : null;
  const [day, setDay] = useState(past ?? challenge.day);
  const { mine, game, board } = challenge;
  const begin = mine ? t("hub.continue") : t("daily.start");
  const tell = () => {
    const place = mine?.rank == null ? null : { rank: mine.rank, players: challenge.players };
    return share(dailyShare(t, game, names.game(game), challenge.day, mine?.shown ?? null, place));
  };
  return (
    <section className="card daily" aria-labelledby={`daily-${game}`}>
      <div className="daily-picture" aria-hidden="true">
        <WidePicture game={game} />
      </div>
      <h2 id={`daily-${game}`}>{names.game(game)}</h2>
      <p className="soft figures">
        {names.board(game, board)} · <DailyCountdown challenge={challenge} />
        {challenge.streak > 1 && ` · ${t("daily.streak", { count: challenge.streak })}`}
      </p>
      {past && <p>{t("daily.past", { day: dayName(past) })}</p>}
      {mine?.over ? (
        <>
          <p>{attemptText(challenge)}</p>
          <div className="row">
            {mine.shown && (
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
            busy={attempt.isPending}
            disabled={unreachable}
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
      <DayRanking
        game={game}
        day={day}
        mine={day === challenge.day && mine?.over ? mine.match : undefined}
        open={day === challenge.day && !mine?.over}
      />
    </section>
  );
}

interface DayRankingProps {
  game: string;
  day: string;
  mine?: string;
  /** Whether I can still come onto this list. */
  open: boolean;
}

function DayRanking({ game, day, mine, open }: DayRankingProps) {
  const { t } = useTranslation("hub");
  const me = useMe().data?.id;
  const table = useQuery(dailyQuery(game, day, me));
  if (table.error) return <Failure error={table.error} retry={() => void table.refetch()} />;
  if (!table.data) return null;
  const empty = open ? undefined : t("daily.nobody");
  return (
    <Ranking
      table={table.data}
      me={me}
      mine={mine ?? table.data.mine?.match}
      empty={empty}
      watchable={!open}
    />
  );
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
