/** Opening rooms, joining them, and going there. */

import { useMutation } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { http, queryClient, request, type Schema } from "@/api/client";
import { meQuery, myRoomsQuery } from "@/api/queries";
import { keyOf, pathBelow } from "@/base";
import type { ListedGame } from "@/catalogue/names";

export type OpenRoom = Schema["OpenRoom"];
/** Who a seat is for when a room is opened. */
export type Place = Schema["ForMe"] | Schema["ForAnybody"] | Schema["ForBot"];

let presses = 0;

/** Goes to a room that was asked for, unless something else was pressed or opened since: the last press wins. */
function useGoing() {
  const [, go] = useLocation();
  return {
    onMutate: () => {
      presses += 1;
      return { press: presses, from: location.pathname };
    },
    arrive: (code: string, asked: { press: number; from: string }) => {
      const room = `/room/${code}`;
      const stays = pathBelow(location.pathname) === room;
      if (asked.press === presses && asked.from === location.pathname && !stays) go(room);
    },
  };
}

/** Open a room and go there. A second click while the first is on its way does nothing. */
export function useOpenRoom() {
  const { onMutate, arrive } = useGoing();
  return useMutation({
    onMutate,
    mutationFn: async (wanted: OpenRoom) => {
      await queryClient.ensureQueryData({ ...meQuery, retry: false });
      return request(http.POST("/api/rooms", { body: wanted }));
    },
    onSuccess: (room, _, asked) => {
      void queryClient.invalidateQueries({ queryKey: myRoomsQuery.queryKey });
      arrive(room.code, asked);
    },
  });
}

/** Open a room in which a match for one goes on from a moment, for practice, and go there. */
export function useTryFrom(match: string) {
  const { onMutate, arrive } = useGoing();
  return useMutation({
    onMutate,
    mutationFn: (seq: number) =>
      request(
        http.POST("/api/matches/{match_id}/try", { params: { path: { match_id: match } }, body: { seq } }),
      ),
    onSuccess: (room, _, asked) => {
      void queryClient.invalidateQueries({ queryKey: myRoomsQuery.queryKey });
      arrive(room.code, asked);
    },
  });
}

/** Take a seat in a room, the first that is free if none is named, and go there. */
export function useJoinRoom(code: string) {
  const { onMutate, arrive } = useGoing();
  return useMutation({
    onMutate,
    mutationFn: (seat?: number) =>
      request(http.POST("/api/rooms/{code}/join", { params: { path: { code } }, body: { seat } })),
    onSuccess: (_, __, asked) => arrive(code, asked),
  });
}

/** What one click on a game's card opens. Of several seats another one begins each time. */
export function quickRoom({ id, quick_start: quick }: ListedGame): OpenRoom {
  const first = quick.seats.length > 1 ? nextStart(id) % quick.seats.length : 0;
  const seats = [...quick.seats.slice(first), ...quick.seats.slice(0, first)];
  return { game: id, seats, options: quick.options, public: false };
}

/** How often this browser has started a game by one click, counting up; 0 where it keeps nothing. */
function nextStart(game: string): number {
  const key = keyOf(`starts.${game}`);
  try {
    const before = Number(localStorage.getItem(key)) || 0;
    localStorage.setItem(key, String(before + 1));
    return before;
  } catch {
    return 0;
  }
}
