/** Opening rooms and changing who sits where, over HTTP. */
import { useMutation } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { asked, http, meQuery, queries, type Schema } from "@/api/queries";
import type { GameCard } from "@/games/card";

export type OpenRoom = Schema["OpenRoom"];

/** Open a room and go there. The answer is not waited for twice: a second click does nothing. */
export function useOpenRoom() {
  const [, go] = useLocation();
  return useMutation({
    mutationFn: async (wanted: OpenRoom) => {
      await queries.ensureQueryData(meQuery);
      return asked(http.POST("/api/rooms", { body: wanted }));
    },
    onSuccess: (room) => {
      void queries.invalidateQueries({ queryKey: ["my-rooms"] });
      go(`/room/${room.code}`);
    },
  });
}

/** What one click on a game's card opens. */
export function quickRoom(card: GameCard): OpenRoom {
  return { game: card.id, seats: card.quick.seats, options: card.quick.options, public: false };
}
