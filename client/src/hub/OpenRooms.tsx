/** Rooms in which somebody waits, as folded invitations. */
import { useTranslation } from "react-i18next";
import { useServerUnreachable } from "@/api/reachable";
import { useNames } from "@/catalogue/names";
import { useOpenRooms } from "@/connection/useOpenRooms";
import type { RoomNow } from "@/game-kit/contract/types";
import { useJoinRoom } from "@/room/setup/openRoom";
import { useModules } from "@/stage/modules";
import { Thumbnail } from "@/stage/pictures";
import { Button } from "@/ui/controls/Button";

export function OpenRooms({ game }: { game?: string }) {
  const { t } = useTranslation("hub");
  const moduleOf = useModules();
  const unreachable = useServerUnreachable();
  const open = useOpenRooms(game);
  if (unreachable) return <p className="empty">{t("offline.rooms")}</p>;
  if (open === "banned") return <p className="empty">{t("hub.roomsBanned")}</p>;
  if (open === null) return <p className="soft">{t("loading")}</p>;
  const rooms = open.filter((room) => moduleOf(room.game));
  if (rooms.length === 0) return <p className="empty">{t("hub.noRooms")}</p>;
  return (
    <ul className="hub-list">
      {rooms.slice(0, 8).map((room) => (
        <Invite key={room.code} room={room} />
      ))}
    </ul>
  );
}

function Invite({ room }: { room: RoomNow }) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const join = useJoinRoom(room.code);
  const people = room.seats.filter((seat) => seat.held_by === "player").map((seat) => seat.name);
  const taken = room.seats.filter((seat) => seat.held_by !== "nobody").length;
  return (
    <li className="hub-item hub-invite">
      <span className="hub-thumb">
        <Thumbnail game={room.game} />
      </span>
      <span className="hub-item-words">
        <strong>{names.game(room.game)}</strong>
        <span className="soft">
          {[
            [...new Set(people)].join(", "),
            t("hub.seats", { taken, of: room.seats.length }),
            ...names.options(room),
          ].join(" · ")}
        </span>
      </span>
      <Button onClick={() => join.mutate(undefined)} busy={join.isPending}>
        {t("hub.join")}
      </Button>
    </li>
  );
}
