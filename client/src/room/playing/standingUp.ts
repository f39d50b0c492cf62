/** Giving up one's seats, and in which rooms that was asked for on this device: nobody is seated there again unasked. */
import { useMutation } from "@tanstack/react-query";
import { http, queryClient, request } from "@/api/client";
import { isRefused } from "@/api/problem";
import { myRoomsQuery } from "@/api/queries";
import { keyOf } from "@/base";
import type { RoomNow } from "@/game-kit/contract/types";

const KEY = keyOf("rooms-left");
const KEPT = 50;

/** The rooms in which somebody asked to stand up here, the newest last; none where a browser keeps nothing. */
function roomsLeft(): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

export const hasStoodUp = (code: string): boolean => roomsLeft().includes(code);

function keep(codes: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(codes.slice(-KEPT)));
  } catch {
    // Private windows may keep nothing.
  }
}

const others = (code: string) => roomsLeft().filter((one) => one !== code);
const remember = (code: string) => keep([...others(code), code]);
const forget = (code: string) => keep(others(code));

/** Give up every seat of mine in a room. */
export function useStandUp(code: string) {
  return useMutation({
    mutationFn: () => request(http.POST("/api/rooms/{code}/leave", { params: { path: { code } } })),
    // Before the answer: the page may be opened anew while it is on its way.
    onMutate: () => {
      const before = hasStoodUp(code);
      remember(code);
      return { before };
    },
    // An answer that is lost may have been a yes.
    onError: (error, _asked, known) => {
      if (isRefused(error) && !known?.before) forget(code);
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: myRoomsQuery.queryKey });
    },
  });
}

/** Whether other people sit there: without them the room closes when I stand up. */
export function othersIn({ seats }: Pick<RoomNow, "seats">, me: string): boolean {
  return seats.some((seat) => seat.held_by === "player" && seat.player !== me);
}
