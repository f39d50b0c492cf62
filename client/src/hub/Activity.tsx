/** What is going on: today's dailies, open rooms, my last games. Loaded after the cards. */
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Dailies } from "./Dailies";
import { LastGames } from "./LastGames";
import { OpenRooms } from "./OpenRooms";

export default function Activity() {
  const { t } = useTranslation("hub");
  return (
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
  );
}
