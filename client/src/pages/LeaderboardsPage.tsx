/** Leaderboards: game, board, span; the ranks around me; ratings for games of several players. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useParams } from "wouter";
import { asked, http, type Schema, useMe } from "@/api/queries";
import { useNames } from "@/games/names";
import { cards } from "@/games/registry";
import { Ranking } from "@/standings/Ranking";
import { Choose } from "@/ui/Choose";
import { Failure } from "@/ui/Failure";
import { Page } from "@/ui/Page";

const SPANS = ["day", "week", "all"] as const;
type Span = (typeof SPANS)[number];

export default function LeaderboardsPage() {
  const { t } = useTranslation("hub");
  const names = useNames();
  const { game, board } = useParams<{ game?: string; board?: string }>();
  const [, go] = useLocation();
  const boards = useQuery({ queryKey: ["boards"], queryFn: () => asked(http.GET("/api/leaderboards")) });
  const here = cards.find((card) => card.id === game) ?? cards[0];
  if (!here) return null;
  const own = (boards.data ?? []).filter((found) => found.game === here.id).map((found) => found.board);
  const shown = own.find((name) => name === board) ?? own[0];
  return (
    <Page title={t("nav.leaderboards")}>
      <Choose
        label={t("boards.game")}
        value={here.id}
        values={cards.map((card) => ({ value: card.id, label: names.game(card.id) }))}
        onChange={(id) => go(`/leaderboards/${id}`)}
      />
      {boards.error && <Failure error={boards.error} retry={() => void boards.refetch()} />}
      {here.mode === "together" && <RatingTable game={here.id} />}
      {here.mode === "solo" && shown && (
        <>
          <Choose
            label={t("boards.board")}
            value={shown}
            values={own.map((name) => ({ value: name, label: names.board(here.id, name) }))}
            onChange={(name) => go(`/leaderboards/${here.id}/${name}`)}
          />
          <ScoreTable game={here.id} board={shown} />
        </>
      )}
    </Page>
  );
}

function ScoreTable({ game, board }: { game: string; board: string }) {
  const { t } = useTranslation("hub");
  const me = useMe().data?.id;
  const [span, setSpan] = useState<Span>("week");
  const table = useQuery({
    queryKey: ["leaderboard", game, board, span, me],
    queryFn: () =>
      asked(
        http.GET("/api/leaderboards/{game}/{board}", { params: { path: { game, board }, query: { span } } }),
      ),
    enabled: me !== undefined,
  });
  return (
    <>
      <Choose
        label={t("boards.span")}
        value={span}
        values={SPANS.map((value) => ({ value, label: t(`boards.spans.${value}`) }))}
        onChange={setSpan}
      />
      {table.error && <Failure error={table.error} retry={() => void table.refetch()} />}
      {table.data && <Ranking table={table.data} me={me} />}
      <p className="soft">{t("boards.rule")}</p>
    </>
  );
}

function RatingTable({ game }: { game: string }) {
  const { t } = useTranslation("hub");
  const me = useMe().data?.id;
  const table = useQuery({
    queryKey: ["ratings", game, me],
    queryFn: () => asked(http.GET("/api/ratings/{game}", { params: { path: { game } } })),
    enabled: me !== undefined,
  });
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

function Ratings({ rows, me, label }: { rows: readonly Schema["Rated"][]; me?: string; label: string }) {
  const { t } = useTranslation("hub");
  return (
    <table className="ranking">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t("boards.rank")}</th>
          <th scope="col">{t("boards.player")}</th>
          <th scope="col">{t("boards.rating")}</th>
          <th scope="col">{t("boards.games")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.player} data-me={row.player === me}>
            <td className="figures">{row.rank}</td>
            <td>
              <Link href={`/player/${row.player}`}>{row.name}</Link>
            </td>
            <td className="figures ranking-score">{row.rating}</td>
            <td className="figures">{row.games}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
