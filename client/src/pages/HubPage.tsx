/** The games room: three things on the table, and under them what is going on. */
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { gamesQuery, useMe } from "@/api/queries";
import { HubCard } from "@/hub/HubCard";
import { ErrorBoundary } from "@/ui/page/ErrorBoundary";
import { Failure } from "@/ui/page/Failure";
import { TopBar } from "@/ui/page/TopBar";
import "@/ui/page/Page.css";
import "@/hub/hub.css";

const CodeBox = lazy(() => import("@/room/invitation/CodeBox"));
const Continue = lazy(() => import("@/hub/Continue"));
const Activity = lazy(() => import("@/hub/Activity"));
const OfflineNote = lazy(() => import("@/offline/OfflineNote"));
const OpenSession = lazy(() => import("@/replay/files/OpenSession"));

export function HubPage() {
  const { t } = useTranslation("hub");
  const me = useMe();
  const games = useQuery(gamesQuery);
  useEffect(() => {
    document.title = "Parlour";
  }, []);
  return (
    <>
      <TopBar />
      <main className="page hub">
        <h1 className="unseen">{t("hub.title")}</h1>
        <div className="hub-top">
          <p className="hub-lead">{t("hub.lead")}</p>
          <Later>
            <CodeBox />
          </Later>
        </div>
        <Later>
          <OfflineNote />
        </Later>
        {me.error && <Failure error={me.error} retry={() => void me.refetch()} />}
        {games.error && !me.error && <Failure error={games.error} retry={() => void games.refetch()} />}
        <Later>
          <Continue />
        </Later>
        <div className="hub-cards">
          {games.data?.map((game) => (
            <HubCard key={game.id} game={game} />
          ))}
        </div>
        <Later>
          <Activity />
        </Later>
        <Later>
          <OpenSession />
        </Later>
      </main>
    </>
  );
}

/** What the cards need not wait for, and what does not take them along should it break. */
function Later({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
