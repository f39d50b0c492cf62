/** What can follow in a room, as functions: a rematch, the same board again, a hint. */
import { useMutation } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { asked, http } from "@/api/queries";
import { useOpenRoom } from "@/match/rooms";
import type { Table } from "@/match/table";
import type { Moment, RoomNow } from "@/match/types";
import { problemText } from "@/ui/Failure";
import { notify } from "@/ui/notices";

type Actions = Pick<Table, "again" | "sameBoard" | "advise">;

export function useTableActions(room: RoomNow, moment: Moment<unknown, unknown> | null): Actions {
  const { t } = useTranslation("hub");
  const path = { params: { path: { code: room.code } } };
  const tell = useCallback((error: unknown) => notify(problemText(t, error)), [t]);
  const rematch = useMutation({
    mutationFn: () => asked(http.POST("/api/rooms/{code}/rematch", path)),
    onError: tell,
  });
  const opening = useOpenRoom();
  const again = rematch.mutate;
  const open = opening.mutateAsync;
  const solo = room.seats.length === 1;
  const { game, options } = room;
  const match = moment?.match ?? null;
  return useMemo(
    () => ({
      again: () => again(),
      sameBoard: solo && match ? () => void openSameBoard(match, game, options, open).catch(tell) : null,
      advise: null,
    }),
    [again, open, solo, match, game, options, tell],
  );
}

async function openSameBoard(
  match: string,
  game: string,
  options: RoomNow["options"],
  open: ReturnType<typeof useOpenRoom>["mutateAsync"],
): Promise<void> {
  const session = await asked(
    http.GET("/api/matches/{match_id}/session", { params: { path: { match_id: match } } }),
  );
  const { seed } = session as unknown as { seed: number };
  await open({ game, options, seed, seats: [{ for: "me" }], public: false });
}
