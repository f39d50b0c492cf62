/** The best scores of a board, each leading to its replay, and the ranks around me. */
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Schema } from "@/api/client";
import { ScoreText } from "@/catalogue/ScoreText";
import { ago, span } from "@/text/times";
import { Icon } from "@/ui/controls/Icon";
import "./Ranking.css";

type Row = Schema["Standing"];

interface RankingProps {
  table: Schema["Leaderboard"];
  me?: string;
  /** A match of mine on the same board, to be raced against the others'. */
  mine?: string;
  /** So many rows from the top; all that there are if not said. */
  first?: number;
  /** What stands in place of a table without rows. */
  empty?: string;
  /** Whether replays can be watched: not those of a board that I could still play. */
  watchable?: boolean;
}

export function Ranking({ table, me, mine, first, empty, watchable = true }: RankingProps) {
  const { t } = useTranslation("hub");
  if (table.rows.length === 0) return <p className="empty">{empty ?? t("boards.empty")}</p>;
  const rows = table.rows.slice(0, first);
  const shown = rows.some((row) => row.player === me);
  const to = { me, mine, watchable };
  return (
    <>
      <Rows {...to} rows={rows} label={t("boards.best", { count: table.players })} />
      {!shown && table.around.length > 0 && <Rows {...to} rows={table.around} label={t("boards.around")} />}
      {!watchable && <p className="soft">{t("daily.replaysLater")}</p>}
    </>
  );
}

interface RowsProps {
  rows: readonly Row[];
  me?: string;
  mine?: string;
  label: string;
  watchable: boolean;
}

function Rows({ rows, me, mine, label, watchable }: RowsProps) {
  const { t } = useTranslation("hub");
  return (
    <table className="ranking">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t("boards.rank")}</th>
          <th scope="col">{t("boards.player")}</th>
          <th scope="col">{t("boards.score")}</th>
          <th scope="col" className="ranking-wide">
            {t("boards.time")}
          </th>
          <th scope="col" className="ranking-wide">
            {t("boards.when")}
          </th>
          {watchable && (
            <th scope="col">
              <span className="unseen">{t("over.replay")}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.match} data-me={row.player === me}>
            <td className="figures">{row.rank}</td>
            <td>
              <Link href={`/player/${row.player}`}>{row.name}</Link>
              {row.player === me && <span className="soft"> {t("boards.you")}</span>}
            </td>
            <td className="ranking-score">
              <ScoreText shown={row.shown} />
            </td>
            <td className="figures ranking-wide">{span(row.seconds)}</td>
            <td className="ranking-wide soft">{ago(row.at)}</td>
            {watchable && (
              <td>
                {mine && row.player !== me && (
                  <Link
                    href={`/match/${mine}?with=${row.match}`}
                    className="icon-button"
                    aria-label={t("boards.race", { name: row.name })}
                    title={t("boards.race", { name: row.name })}
                  >
                    <Icon name="people" />
                  </Link>
                )}
                <Link
                  href={`/match/${row.match}`}
                  className="icon-button"
                  aria-label={t("boards.replayOf", { name: row.name })}
                  title={t("over.replay")}
                >
                  <Icon name="play" />
                </Link>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
