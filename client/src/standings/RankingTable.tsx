/** A table of players by rank. What its columns hold is for whoever shows it. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import "./Ranking.css";

interface Column {
  name: string;
  /** Left out where there is little room. */
  wide?: boolean;
  /** Its name is for screen readers only. */
  unseen?: boolean;
}

interface RankingTableProps {
  label: string;
  /** The columns after rank and player. */
  columns: readonly Column[];
  children: ReactNode;
}

export function RankingTable({ label, columns, children }: RankingTableProps) {
  const { t } = useTranslation("hub");
  return (
    <table className="ranking">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t("boards.rank")}</th>
          <th scope="col">{t("boards.player")}</th>
          {columns.map(({ name, wide, unseen }) => (
            <th key={name} scope="col" className={wide ? "ranking-wide" : undefined}>
              {unseen ? <span className="unseen">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface RankedRowProps {
  row: { rank: number; player: string; name: string };
  me?: string;
  /** Shown beside the player's name. */
  note?: string | false;
  /** The cells of the other columns. */
  children: ReactNode;
}

export function RankedRow({ row, me, note, children }: RankedRowProps) {
  return (
    <tr data-me={row.player === me}>
      <td className="figures">{row.rank}</td>
      <td>
        <Link href={`/player/${row.player}`}>{row.name}</Link>
        {note && <span className="soft"> {note}</span>}
      </td>
      {children}
    </tr>
  );
}
