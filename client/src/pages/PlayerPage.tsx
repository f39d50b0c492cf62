/** A player: ratings, personal bests, statistics, and everything played, with a chart of it. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "wouter";
import type { Schema } from "@/api/client";
import { historyQuery, playerQuery, useMe } from "@/api/queries";
import { useNames } from "@/catalogue/names";
import { ScoreText } from "@/catalogue/ScoreText";
import { PlayedRow } from "@/hub/PlayedRow";
import { date, number, span } from "@/text/times";
import { Button, ButtonLink } from "@/ui/Button";
import { Failure } from "@/ui/Failure";
import { Page } from "@/ui/Page";
import "@/hub/hub.css";
import "@/standings/Ranking.css";
import "./PlayerPage.css";

const ScoreChart = lazy(() => import("@/standings/ScoreChart"));

export default function PlayerPage() {
  const { t } = useTranslation("hub");
  const me = useMe().data;
  const id = useParams<{ id?: string }>().id ?? me?.id;
  const player = useQuery({ ...playerQuery(id), enabled: id !== undefined && me !== undefined });
  if (player.error) {
    return (
      <Page title={t("player.title")} narrow>
        <Failure error={player.error} retry={() => void player.refetch()} />
      </Page>
    );
  }
  if (!player.data || id === undefined) {
    return (
      <Page title={t("player.title")}>
        <p className="soft">{t("loading")}</p>
      </Page>
    );
  }
  return (
    <Page title={player.data.name}>
      <p className="soft">{t("player.since", { date: date(player.data.since) })}</p>
      {me?.id === id && !me.recoverable && (
        <p className="empty">
          {t("player.guest")} <Link href="/settings">{t("nav.settings")}</Link>
        </p>
      )}
      <Bests career={player.data} />
      <Statistics rows={player.data.statistics} />
      <History id={id} />
    </Page>
  );
}

function Bests({ career }: { career: Schema["Profile"] }) {
  const { t } = useTranslation("hub");
  const names = useNames();
  if (career.bests.length === 0 && career.ratings.length === 0) return null;
  return (
    <section aria-label={t("player.bests")} className="bests">
      {career.ratings.map(({ game, standing }) => (
        <article key={game} className="card best">
          <h2>{names.game(game)}</h2>
          <p className="best-figure figures">{standing.rating}</p>
          <p className="soft">
            {t("player.rating", { rank: standing.rank, count: standing.games })}
            {standing.provisional && ` · ${t("boards.provisional")}`}
          </p>
        </article>
      ))}
      {career.bests.map(({ game, board, standing }) => (
        <article key={`${game} ${board}`} className="card best">
          <h2>
            {names.game(game)} <span className="soft">{names.board(game, board)}</span>
          </h2>
          <p className="best-figure">
            <ScoreText shown={standing.shown} />
          </p>
          <p className="soft">{t("player.best", { rank: standing.rank })}</p>
          <ButtonLink href={`/match/${standing.match}`} icon="play">
            {t("over.replay")}
          </ButtonLink>
        </article>
      ))}
    </section>
  );
}

function Statistics({ rows }: { rows: readonly Schema["Statistics"][] }) {
  const { t } = useTranslation("hub");
  const names = useNames();
  if (rows.length === 0) return null;
  return (
    <div className="statistics">
      <table className="ranking">
        <caption>{t("player.statistics")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("boards.game")}</th>
            <th scope="col">{t("player.played")}</th>
            <th scope="col">{t("player.won")}</th>
            <th scope="col">{t("player.bestScore")}</th>
            <th scope="col">{t("player.mean")}</th>
            <th scope="col" className="ranking-wide">
              {t("boards.time")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.game} ${row.board}`}>
              <th scope="row">
                {names.game(row.game)} <span className="soft">{names.board(row.game, row.board)}</span>
              </th>
              <td className="figures">{row.played}</td>
              <td className="figures">{row.won}</td>
              <td className="figures">
                <Link href={`/match/${row.best_match}`}>
                  <ScoreText shown={row.best_shown} bare />
                </Link>
              </td>
              <td className="figures">{row.mean === null ? "–" : number(row.mean, 1)}</td>
              <td className="figures ranking-wide">{span(row.seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function History({ id }: { id: string }) {
  const { t } = useTranslation("hub");
  const history = useInfiniteQuery(historyQuery(id));
  const played = history.data?.pages.flat() ?? [];
  if (history.error) return <Failure error={history.error} retry={() => void history.refetch()} />;
  return (
    <section aria-labelledby="history">
      <h2 id="history">{t("player.history")}</h2>
      {played.length > 1 && (
        <Suspense fallback={null}>
          <ScoreChart played={played} player={id} />
        </Suspense>
      )}
      {played.length === 0 && !history.isPending && <p className="empty">{t("hub.noLast")}</p>}
      <ul className="hub-list">
        {played.map((match) => (
          <PlayedRow key={match.match} played={match} me={id} />
        ))}
      </ul>
      {history.hasNextPage && (
        <Button onClick={() => void history.fetchNextPage()} disabled={history.isFetching}>
          {t("player.more")}
        </Button>
      )}
    </section>
  );
}
