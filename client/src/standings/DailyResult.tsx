/** Under the result of a daily: days in a row, when the next one comes, and the table of the day. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { dailyQuery, useMe } from "@/api/queries";
import { DailyCountdown, useDailies } from "@/hub/Dailies";
import { ButtonLink } from "@/ui/controls/Button";
import { Ranking } from "./Ranking";

/** Rows of the table, before those around me. */
const FIRST = 5;

export default function DailyResult({ game, day, match }: { game: string; day: string; match: string }) {
  const { t } = useTranslation("hub");
  const me = useMe().data?.id;
  const today = useDailies().data?.find((challenge) => challenge.game === game);
  const table = useQuery(dailyQuery(game, day, me)).data;
  return (
    <section className="daily-result" aria-label={t("daily.table")}>
      {today && (
        <p className="soft figures">
          {today.day === day && today.streak > 1 && `${t("daily.streak", { count: today.streak })} · `}
          <DailyCountdown challenge={today} />
        </p>
      )}
      {table && table.rows.length > 0 && <Ranking table={table} me={me} mine={match} first={FIRST} />}
      <ButtonLink href={`/daily/${game}/${day}`} icon="calendar">
        {t("daily.all")}
      </ButtonLink>
    </section>
  );
}
