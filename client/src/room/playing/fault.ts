/** What the server could not take, told in the player's language; it was not done and can be tried again. */
import type { TFunction } from "i18next";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Problem, problemText } from "@/api/problem";
import type { Fault } from "@/api/protocol";
import type { LiveMatch } from "@/connection/useMatch";
import type { SeatNow } from "@/game-kit/contract/types";
import { notify } from "@/ui/notices";

/** The sentence for a fault. For a move that came too late it says who has played instead. */
export function faultText(t: TFunction, fault: Fault, seats: readonly SeatNow[], me: string): string {
  const replaced = seats.some((seat) => seat.held_by === "bot" && seat.kept_for === me);
  if (fault.code === "not-your-seat" && replaced) return t("room.botPlayed");
  return problemText(new Problem(fault.code, fault.detail, 0));
}

export function useFault({ fault, seats }: LiveMatch, me: string): void {
  const { t } = useTranslation("hub");
  const told = useRef(0);
  useEffect(() => {
    if (!fault || told.current === fault.count) return;
    told.current = fault.count;
    notify(faultText(t, fault, seats, me));
  }, [t, fault, seats, me]);
}
