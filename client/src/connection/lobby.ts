/** The live list of open rooms, pushed by the server. */
import { useEffect, useState } from "react";
import { askAgainWhoIAm } from "@/api/client";
import { useMe } from "@/api/queries";
import type { RoomNow } from "@/game-kit/contract/types";
import { socketTo } from "./transport";

/** Of one game, or of all. Null until the first list has come. */
export function useLobby(game?: string): readonly RoomNow[] | null {
  const [rooms, setRooms] = useState<readonly RoomNow[] | null>(null);
  const known = useMe().data !== undefined;
  useEffect(() => {
    if (!known) return;
    const transport = socketTo("/api/lobby/socket", { least: 1000, most: 15_000 })({
      opened() {},
      lost() {},
      offered() {},
      received(message) {
        if (message.type === "lobby") setRooms(message.rooms);
        if (message.type !== "bye" || message.retry_ms !== null) return;
        transport.close();
        if (message.code === "signed-out" || message.code === "no-player") void askAgainWhoIAm();
      },
    });
    return () => transport.close();
  }, [known]);
  return rooms?.filter((room) => game === undefined || room.game === game) ?? null;
}
