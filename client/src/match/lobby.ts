/** The live list of open rooms, pushed by the server. */
import { WebSocket as LastingSocket } from "partysocket";
import { useEffect, useState } from "react";
import type { FromServer } from "@/api/protocol";
import { useMe } from "@/api/queries";
import { cardOf } from "@/games/registry";
import type { RoomNow } from "./types";

/** Of one game, or of all that this client can draw. Null until the first list has come. */
export function useLobby(game?: string): readonly RoomNow[] | null {
  const [rooms, setRooms] = useState<readonly RoomNow[] | null>(null);
  const known = useMe().data !== undefined;
  useEffect(() => {
    if (!known) return;
    const socket = new LastingSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/lobby/socket`,
      [],
      { minReconnectionDelay: 1000, maxReconnectionDelay: 15_000 },
    );
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(String(event.data)) as FromServer;
      if (message.type === "lobby") setRooms(message.rooms);
      if (message.type === "bye" && message.retry_ms === null) socket.close();
    });
    return () => socket.close();
  }, [known]);
  const wanted = (room: RoomNow) => (game ? room.game === game : cardOf(room.game) !== undefined);
  return rooms?.filter(wanted) ?? null;
}
