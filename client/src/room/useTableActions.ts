/** What can follow in a room, as functions: a rematch, the same board again, a hint. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { asked, http } from "@/api/queries";
import { useOpenRoom } from "@/match/rooms";
import type { Table } from "@/match/table";
import type { GameProps, RoomNow } from "@/match/types";
import { problemText } from "@/ui/Failure";
import { notify } from "@/ui/notices";

type Actions = Pick<Table, "again" | "sameBoard" | "advise">;

export function useTableActions(room: RoomNow, game: GameProps<unknown, unknown> | null): Actions {
  const { t } = useTranslation("hub");
  const tell = useCallback((error: unknown) => notify(problemText(t, error)), [t]);
  const opening = useOpenRoom().mutateAsync;
  const { code, options, daily } = room;
  const rematch = useMutation({
    mutationFn: () => asked(http.POST("/api/rooms/{code}/rematch", { params: { path: { code } } })),
    onError: tell,
  }).mutate;
  const described = useQuery({
    queryKey: ["games"],
    queryFn: () => asked(http.GET("/api/games")),
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.find((listed) => listed.id === room.game);
  const solo = room.seats.length === 1;
  const match = game?.moment.match ?? null;
  const seat = game?.submit ? (game.mine[0] ?? null) : null;
  const advises = described?.advises === true && daily === null && seat !== null;

  return useMemo(() => {
    const openNew = () =>
      opening({ game: room.game, options, seats: [{ for: "me" }], public: false }).catch(tell);
    const openSame = async (match_id: string) => {
      const { seed } = await asked(http.GET("/api/matches/{match_id}", { params: { path: { match_id } } }));
      await opening({ game: room.game, options, seed, seats: [{ for: "me" }], public: false });
    };
    const advise = async () => {
      const path = { params: { path: { code } }, body: { seat: seat ?? 0 } };
      return (await asked(http.POST("/api/rooms/{code}/advice", path))).advice;
    };
    return {
      // The daily's room holds one attempt; the next game is another room's.
      again: daily === null ? () => rematch() : () => void openNew(),
      sameBoard: solo && match ? () => void openSame(match).catch(tell) : null,
      advise: advises ? () => advise().catch((error) => void tell(error)) : null,
    };
  }, [rematch, opening, solo, match, seat, advises, room.game, code, options, daily, tell]);
}
