/** Whoever comes to a room that waits for players, by its link or its code, is seated at once: there is nothing else to do. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearch } from "wouter";
import type { RoomNow } from "@/game-kit/contract/types";
import { seatLetter } from "@/game-kit/match/playerNames";
import { notify } from "@/ui/notices";
import { hasStoodUp, othersIn } from "../playing/standingUp";
import { useJoinRoom } from "../setup/openRoom";

/** What an address says after its question mark that is meant for watching. */
export const WATCH = "watch";

/** Whether a room has a seat that is meant for whoever comes: nothing has begun, and it is not the room's owner who comes. */
export function seatsNewcomer({ phase, host, seats }: RoomNow, me: string): boolean {
  const free = seats.some((seat) => seat.held_by === "nobody" && (seat.kept_for ?? me) === me);
  return phase === "gathering" && host !== me && free && !seats.some((seat) => seat.player === me);
}

/** Takes a seat when the page is opened, unless it was opened to watch or a seat has been given up here before. */
export function useSeatAtOnce(room: RoomNow, me: string): void {
  const { t } = useTranslation("hub");
  const watches = useSearch() === WATCH;
  const { mutate: join } = useJoinRoom(room.code);
  const [wanted] = useState(() => !watches && !hasStoodUp(room.code) && seatsNewcomer(room, me));
  useEffect(() => {
    if (!wanted) return;
    const tell = ({ seats, phase, ranked }: Pick<RoomNow, "seats" | "phase" | "ranked">) => {
      const letter = seatLetter(seats.findIndex((seat) => seat.player === me));
      const [leave, watch] = [t("leave.title"), t("leave.watch")];
      if (!othersIn({ seats }, me)) notify(t("room.seatedAlone", { letter }));
      else if (phase === "gathering") notify(t("room.seated", { letter, watch }));
      else if (ranked) notify(t("room.seatedRated", { letter, leave }));
      else notify(t("room.seatedPlaying", { letter, leave, watch }));
    };
    join(undefined, { onSuccess: tell });
  }, [wanted, join, me, t]);
}
