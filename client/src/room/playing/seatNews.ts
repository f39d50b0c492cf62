/** What happened to the seats of a room, for everybody who is there: who left, who is back, and who plays on meanwhile. */

import { useEffect, useRef } from "react";
import type { useTranslation } from "react-i18next";
import type { RoomNow, SeatNow } from "@/game-kit/contract/types";
import { seatLetter } from "@/game-kit/match/playerNames";
import { useSlow } from "@/game-kit/match/useSlow";
import { notify } from "@/ui/notices";
import { seatLabel } from "./SeatName";

type Translate = ReturnType<typeof useTranslation>["t"];

/** The news as sentences for the player `me`; empty if nothing changed. */
export function seatNews(t: Translate, before: RoomNow, after: RoomNow, me: string): string[] {
  if (before.match !== after.match) return before.match && after.match ? [begins(t, after, me)] : [];
  return after.seats.flatMap((seat, index) => {
    const old = before.seats[index];
    const news = old && newsOf(old, seat);
    if (!news || news.player === me) return [];
    const kind = news.kind === "taken" && old.kept_for === me ? "takenFromMe" : news.kind;
    return [t(`seatNews.${kind}`, { name: news.name, left: old.kept_name })];
  });
}

function newsOf(before: SeatNow, after: SeatNow) {
  const who = { player: after.kept_for, name: after.kept_name };
  if (after.kept_for && after.held_by === "nobody" && before.held_by === "player")
    return { kind: "left", ...who };
  if (after.kept_for && after.held_by === "bot" && before.held_by !== "bot") return { kind: "bot", ...who };
  if (before.kept_for && after.held_by === "player") {
    const kind = after.player === before.kept_for ? "back" : "taken";
    return { kind, player: after.player, name: after.name };
  }
  return null;
}

/** Who begins the next match, and which seat is mine in it. */
function begins(t: Translate, { seats }: RoomNow, me: string): string {
  const [first] = seats;
  const letter = seatLetter(seats.findIndex((seat) => seat.player === me));
  if (first?.player === me) return t("seatNews.iBegin");
  const name = first ? seatLabel(t, first, me) : "";
  return seats.some((seat) => seat.player === me)
    ? t("seatNews.otherBegins", { name, letter })
    : t("seatNews.begins", { name });
}

/** How many have come into a room that waits for players and have had no seat for a moment: of interest to those who sit. */
export function useUnseated({ seats, watchers }: RoomNow, me: string): number {
  const told = watchers > 0 && seats.some((seat) => seat.player === me);
  return useSlow(told ? `${watchers}` : null) ? watchers : 0;
}

/** Tells the news of a room of several as they come. */
export function useSeatNews(t: Translate, room: RoomNow, me: string): void {
  const seen = useRef(room);
  useEffect(() => {
    const news = room.seats.length > 1 ? seatNews(t, seen.current, room, me) : [];
    seen.current = room;
    if (news.length > 0) notify(news.join(" "));
  }, [t, room, me]);
}
