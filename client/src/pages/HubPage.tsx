/** The games room: three things on the table, and under them what is going on. */
import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useMe } from "@/api/queries";
import { cards } from "@/games/registry";
import { HubCard } from "@/hub/HubCard";
import { Crash } from "@/ui/Crash";
import { Failure } from "@/ui/Failure";
import { TopBar } from "@/ui/TopBar";
import "@/ui/Page.css";
import "@/hub/hub.css";

const GoingOn = lazy(() => import("@/hub/GoingOn"));

export function HubPage() {
  const { t } = useTranslation("hub");
  const me = useMe();
  useEffect(() => {
    document.title = "Parlour";
  }, []);
  return (
    <>
      <TopBar />
      <main className="page hub">
        <h1 className="unseen">{t("hub.title")}</h1>
        <p className="hub-lead">{t("hub.lead")}</p>
        {me.error && <Failure error={me.error} retry={() => void me.refetch()} />}
        <div className="hub-cards">
          {cards.map((card) => (
            <HubCard key={card.id} card={card} />
          ))}
        </div>
        <Crash>
          <Suspense fallback={null}>
            <GoingOn />
          </Suspense>
        </Crash>
      </main>
    </>
  );
}
