/** Matches I have not finished: one click and I am back. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { myRoomsQuery, useMe } from "@/api/queries";
import { useNames } from "@/catalogue/names";
import { Thumbnail } from "@/catalogue/pictures";
import { ago } from "@/text/times";

const SHOWN = 3;

export function Continue() {
  const { t } = useTranslation("hub");
  const names = useNames();
  const known = useMe().data !== undefined;
  const rooms = useQuery({ ...myRoomsQuery, enabled: known });
  const open = rooms.data?.filter(({ room }) => room.phase !== "over") ?? [];
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="continue">
      <h2 id="continue">{t("hub.continue")}</h2>
      <ul className="hub-list hub-list-wide">
        {open.slice(0, SHOWN).map(({ room, updated, my_turn }) => (
          <li key={room.code}>
            <Link href={`/room/${room.code}`} className="hub-item hub-item-link">
              <span className="hub-thumb">
                <Thumbnail game={room.game} />
              </span>
              <span className="hub-item-words">
                <strong>{names.game(room.game)}</strong>
                <span className="soft">
                  {my_turn && room.seats.length > 1 ? `${t("hub.yourTurn")} · ` : ""}
                  {ago(updated)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
