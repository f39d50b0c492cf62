/** The best scores of a board, each leading to its replay, and the ranks around me. */
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Schema } from "@/api/client";
import { ScoreText } from "@/catalogue/ScoreText";
import { ago, span } from "@/text/times";
import { Icon } from "@/ui/controls/Icon";
import { RankedRow, RankingTable } from "./RankingTable";

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
  // A score that tells the time needs no column for it.
  const timed = rows.some((row) => row.shown.facts.time_ms !== undefined);
  const columns = [
    { name: t("boards.score") },
    ...(timed ? [] : [{ name: t("boards.time"), wide: true }]),
    { name: t("boards.when"), wide: true },
    ...(watchable ? [{ name: t("over.replay"), unseen: true }] : []),
  ];
  return (
    <RankingTable label={label} columns={columns}>
      {rows.map((row) => (
        <RankedRow key={row.match} row={row} me={me} note={row.player === me && t("boards.you")}>
          <td className="ranking-score">
            <ScoreText shown={row.shown} />
          </td>
          {!timed && <td className="figures ranking-wide">{span(row.seconds)}</td>}
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
        </RankedRow>
      ))}
    </RankingTable>
  );
}
