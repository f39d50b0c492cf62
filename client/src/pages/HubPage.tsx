/** The games room: three things on the table, and under them what is going on. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useMe } from "@/api/queries";
import { cards } from "@/games/registry";
import { Continue } from "@/hub/Continue";
import { Dailies } from "@/hub/Dailies";
import { HubCard } from "@/hub/HubCard";
import { LastGames } from "@/hub/LastGames";
import { OpenRooms } from "@/hub/OpenRooms";
import { Failure } from "@/ui/Failure";
import { TopBar } from "@/ui/TopBar";
import "@/ui/Page.css";
import "@/hub/hub.css";

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
        <Continue />
        <div className="hub-columns">
          <section aria-labelledby="dailies">
            <h2 id="dailies">
              <Link href="/daily">{t("hub.daily")}</Link>
            </h2>
            <Dailies />
          </section>
          <section aria-labelledby="rooms">
            <h2 id="rooms">{t("hub.rooms")}</h2>
            <OpenRooms />
          </section>
          <section aria-labelledby="last">
            <h2 id="last">
              <Link href="/me">{t("hub.last")}</Link>
            </h2>
            <LastGames />
          </section>
        </div>
      </main>
    </>
  );
}
