/** The live list of open rooms, pushed by the server. */
import { WebSocket as LastingSocket } from "partysocket";
import { useEffect, useState } from "react";
import type { FromServer } from "@/api/protocol";
import { useMe } from "@/api/queries";
import type { RoomNow } from "./types";

/** Null until the first list has come. */
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
  return rooms && game ? rooms.filter((room) => room.game === game) : rooms;
}
