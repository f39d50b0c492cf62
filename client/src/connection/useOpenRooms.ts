/** The live list of open rooms, pushed by the server. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { askAgainWhoIAm, NOTICES, queryClient } from "@/api/client";
import { noticesQuery, useMe } from "@/api/queries";
import { lookForServer } from "@/api/reachable";
import type { RoomNow } from "@/game-kit/contract/types";
import { socketTo } from "./transport";

/** Of one game, or of all. Null until the first list has come; "banned" while the host lets me join none. */
export function useOpenRooms(game?: string): readonly RoomNow[] | "banned" | null {
  const [rooms, setRooms] = useState<readonly RoomNow[] | null>(null);
  const me = useMe().data?.id;
  const known = me !== undefined;
  const banned = Boolean(useQuery(noticesQuery(me)).data?.ban);
  useEffect(() => {
    if (!known || banned) return;
    let left = false;
    const leave = () => {
      left = true;
      transport.close();
    };
    const transport = socketTo("/api/lobby/socket", { least: 1000, most: 15_000 })({
      opened() {},
      lost() {
        if (!left) void lookForServer();
      },
      offered() {},
      received(message) {
        if (message.type === "lobby") setRooms(message.rooms);
        if (message.type !== "bye" || message.retry_ms !== null) return;
        // The socket is closed once the notices tell of the ban. If it was lifted meanwhile, it comes back by itself.
        if (message.code === "banned") void queryClient.invalidateQueries({ queryKey: NOTICES });
        else leave();
        if (message.code === "signed-out" || message.code === "no-player") void askAgainWhoIAm();
      },
    });
    return leave;
  }, [known, banned]);
  if (banned) return "banned";
  return rooms?.filter((room) => game === undefined || room.game === game) ?? null;
}
