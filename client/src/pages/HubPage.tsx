/** The games room: three things on the table, and under them what is going on. */
import { useTranslation } from "react-i18next";
import { cards } from "@/games/registry";
import { HubCard } from "@/hub/HubCard";
import { TopBar } from "@/ui/TopBar";
import "@/ui/Page.css";
import "@/hub/hub.css";

export function HubPage() {
  const { t } = useTranslation("hub");
  return (
    <>
      <TopBar />
      <main className="page hub">
        <h1 className="unseen">{t("hub.title")}</h1>
        <p className="hub-lead">{t("hub.lead")}</p>
        <div className="hub-cards">
          {cards.map((card) => (
            <HubCard key={card.id} card={card} />
          ))}
        </div>
      </main>
    </>
  );
}
