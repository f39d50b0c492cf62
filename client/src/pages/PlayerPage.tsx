/** A player: ratings and statistics, and everything played, with a chart of it. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "wouter";
import { historyQuery, playerQuery, useMe } from "@/api/queries";
import { PlayedRow } from "@/hub/PlayedRow";
import { BoardCards } from "@/standings/BoardCards";
import { date } from "@/text/times";
import { Button } from "@/ui/controls/Button";
import { Failure } from "@/ui/page/Failure";
import { Page } from "@/ui/page/Page";
import "@/hub/hub.css";
import "./PlayerPage.css";

const ReportSheet = lazy(() => import("@/hosting/ReportSheet"));
const ScoreChart = lazy(() => import("@/standings/ScoreChart"));

export default function PlayerPage() {
  const { t } = useTranslation("hub");
  const asked = useMe();
  const me = asked.data;
  const id = useParams<{ id?: string }>().id ?? me?.id;
  const player = useQuery({ ...playerQuery(id), enabled: id !== undefined && me !== undefined });
  const failed = [asked, player].find(({ error }) => error);
  if (failed) {
    return (
      <Page title={t("player.title")} narrow>
        <Failure error={failed.error} retry={() => void failed.refetch()} />
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
      <BoardCards profile={player.data} />
      <History id={id} />
      {me !== undefined && me.id !== id && <Report player={id} name={player.data.name} />}
    </Page>
  );
}

function Report({ player, name }: { player: string; name: string }) {
  const { t } = useTranslation("hub");
  const [open, setOpen] = useState(false);
  return (
    <div className="row">
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {t("report.open", { name })}
      </Button>
      <Suspense fallback={null}>
        {open && <ReportSheet player={player} name={name} onClose={() => setOpen(false)} />}
      </Suspense>
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
      {played.some((match) => match.held) && <p className="soft">{t("player.held")}</p>}
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
