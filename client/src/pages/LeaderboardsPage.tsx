/** Leaderboards: game, board, period; the ranks around me; ratings for games of several players. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useParams } from "wouter";
import type { Schema } from "@/api/client";
import { gamesQuery, leaderboardQuery, type Period, ratingsQuery, useMe } from "@/api/queries";
import { isSolo, useNames } from "@/catalogue/names";
import { Ranking } from "@/standings/Ranking";
import { RankedRow, RankingTable } from "@/standings/RankingTable";
import { Choose } from "@/ui/controls/Choose";
import { Failure } from "@/ui/page/Failure";
import { Page } from "@/ui/page/Page";

const PERIODS: readonly Period[] = ["day", "week", "all"];
/** Where a match was played: at the server, which saw the time, or at home. */
const WHERE = ["online", "offline"] as const;
type Where = (typeof WHERE)[number];

export default function LeaderboardsPage() {
  const { t } = useTranslation("hub");
  const names = useNames();
  const { game, board } = useParams<{ game?: string; board?: string }>();
  const [, go] = useLocation();
  const games = useQuery(gamesQuery);
  const here = games.data?.find((listed) => listed.id === game) ?? games.data?.[0];
  const shown = here?.boards.find(({ name }) => name === board) ?? here?.boards[0];
  return (
    <Page title={t("nav.leaderboards")}>
      {games.error && <Failure error={games.error} retry={() => void games.refetch()} />}
      {here && (
        <Choose
          label={t("boards.game")}
          value={here.id}
          values={games.data?.map(({ id }) => ({ value: id, label: names.game(id) })) ?? []}
          onChange={(id) => go(`/leaderboards/${id}`)}
        />
      )}
      {here && !isSolo(here) && <RatingTable game={here.id} />}
      {here && isSolo(here) && shown && (
        <>
          <Choose
            label={t("boards.board")}
            value={shown.name}
            values={here.boards.map(({ name }) => ({ value: name, label: names.board(here.id, name) }))}
            onChange={(name) => go(`/leaderboards/${here.id}/${name}`)}
          />
          <ScoreTable game={here.id} board={shown.name} />
        </>
      )}
    </Page>
  );
}

function ScoreTable({ game, board }: { game: string; board: string }) {
  const { t } = useTranslation("hub");
  const me = useMe().data?.id;
  const [period, setPeriod] = useState<Period>("week");
  const [where, setWhere] = useState<Where>("online");
  const table = useQuery(leaderboardQuery(game, board, period, where === "online", me));
  return (
    <>
      <Choose
        label={t("boards.span")}
        value={period}
        values={PERIODS.map((value) => ({ value, label: t(`boards.spans.${value}`) }))}
        onChange={setPeriod}
      />
      <Choose
        label={t("boards.where")}
        value={where}
        values={WHERE.map((value) => ({ value, label: t(`boards.played.${value}`) }))}
        onChange={setWhere}
      />
      {table.error && <Failure error={table.error} retry={() => void table.refetch()} />}
      {table.data && <Ranking table={table.data} me={me} />}
      <p className="soft">{t(where === "online" ? "boards.rule" : "boards.offlineRule")}</p>
    </>
  );
}

function RatingTable({ game }: { game: string }) {
  const { t } = useTranslation("hub");
  const me = useMe().data?.id;
  const table = useQuery(ratingsQuery(game, me));
  if (table.error) return <Failure error={table.error} retry={() => void table.refetch()} />;
  if (!table.data) return <p className="soft">{t("loading")}</p>;
  if (table.data.rows.length === 0) return <p className="empty">{t("boards.noRatings")}</p>;
  return (
    <>
      <Ratings rows={table.data.rows} me={me} label={t("boards.ratings")} />
      {table.data.around.length > 0 && !table.data.rows.some((row) => row.player === me) && (
        <Ratings rows={table.data.around} me={me} label={t("boards.around")} />
      )}
      <p className="soft">{t("boards.ratingRule")}</p>
    </>
  );
}

function Ratings({
  rows,
  me,
  label,
}: {
  rows: readonly Schema["RatedPlayer"][];
  me?: string;
  label: string;
}) {
  const { t } = useTranslation("hub");
  const columns = [{ name: t("boards.rating") }, { name: t("boards.games") }];
  return (
    <RankingTable label={label} columns={columns}>
      {rows.map((row) => (
        <RankedRow key={row.player} row={row} me={me} note={row.provisional && t("boards.provisional")}>
          <td className="figures ranking-score">{row.rating}</td>
          <td className="figures">{row.games}</td>
        </RankedRow>
      ))}
    </RankingTable>
  );
}
