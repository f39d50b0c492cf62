/** Rooms in which somebody waits, as folded invitations. */
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { asked, http } from "@/api/queries";
import { useNames } from "@/games/names";
import { cardOf } from "@/games/registry";
import { useLobby } from "@/match/lobby";
import type { RoomNow } from "@/match/types";
import { Button } from "@/ui/Button";
import { problemText } from "@/ui/Failure";
import { notify } from "@/ui/notices";

export function OpenRooms({ game }: { game?: string }) {
  const { t } = useTranslation("hub");
  const rooms = useLobby(game);
  if (rooms === null) return <p className="soft">{t("loading")}</p>;
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
  const [, go] = useLocation();
  const join = useMutation({
    mutationFn: () =>
      asked(http.POST("/api/rooms/{code}/join", { params: { path: { code: room.code } }, body: {} })),
    onSuccess: () => go(`/room/${room.code}`),
    onError: (error) => notify(problemText(t, error)),
  });
  const Thumbnail = cardOf(room.game)?.Thumbnail;
  const people = room.seats.filter((seat) => seat.held_by === "player").map((seat) => seat.name);
  const taken = room.seats.filter((seat) => seat.held_by !== "nobody").length;
  return (
    <li className="hub-item hub-invite">
      <span className="hub-thumb">{Thumbnail && <Thumbnail />}</span>
      <span className="hub-item-words">
        <strong>{names.game(room.game)}</strong>
        <span className="soft">
          {[...new Set(people)].join(", ")} · {t("hub.seats", { taken, of: room.seats.length })}
        </span>
      </span>
      <Button onClick={() => join.mutate()} disabled={join.isPending}>
        {t("hub.join")}
      </Button>
    </li>
  );
}
