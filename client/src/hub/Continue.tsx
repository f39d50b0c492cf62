/** Matches I have not finished: one click and I am back. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { asked, http, useMe } from "@/api/queries";
import { useNames } from "@/games/names";
import { cardOf } from "@/games/registry";
import { ago } from "@/text/times";

const SHOWN = 3;

export function Continue() {
  const { t } = useTranslation("hub");
  const names = useNames();
  const known = useMe().data !== undefined;
  const rooms = useQuery({
    queryKey: ["my-rooms"],
    queryFn: () => asked(http.GET("/api/me/rooms")),
    enabled: known,
    staleTime: 0,
  });
  const open = rooms.data?.filter(({ room }) => room.phase !== "over") ?? [];
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="continue">
      <h2 id="continue">{t("hub.continue")}</h2>
      <ul className="hub-list hub-list-wide">
        {open.slice(0, SHOWN).map(({ room, updated, my_turn }) => {
          const Thumbnail = cardOf(room.game)?.Thumbnail;
          return (
            <li key={room.code}>
              <Link href={`/room/${room.code}`} className="hub-item hub-item-link">
                <span className="hub-thumb">{Thumbnail && <Thumbnail />}</span>
                <span className="hub-item-words">
                  <strong>{names.game(room.game)}</strong>
                  <span className="soft">
                    {my_turn && room.seats.length > 1 ? `${t("hub.yourTurn")} · ` : ""}
                    {ago(updated)}
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
