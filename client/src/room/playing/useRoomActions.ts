/** What the room offers a game: a rematch, the same board again, a hint, a solution, an analysis. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { http, request } from "@/api/client";
import { awaitAnalysis } from "@/api/queries";
import { useListedGame } from "@/catalogue/names";
import type { ResultOnShow, RoomActions } from "@/game-kit/contract/host";
import type { MatchProps, RoomNow } from "@/game-kit/contract/types";
import { useOpenRoom } from "../setup/openRoom";

export function useRoomActions(
  room: RoomNow,
  props: MatchProps<unknown, unknown> | null,
  me: string,
  connected: boolean,
  result: ResultOnShow | null,
): RoomActions {
  const { game, code, options, daily } = room;
  const open = useOpenRoom().mutate;
  const listed = useListedGame(game);
  const rematch = useMutation({
    mutationFn: () => request(http.POST("/api/rooms/{code}/rematch", { params: { path: { code } } })),
  }).mutate;
  const sameBoard = useMutation({
    mutationFn: (match_id: string) =>
      request(http.GET("/api/matches/{match_id}", { params: { path: { match_id } } })),
    onSuccess: ({ seed }) => open({ game, options, seed, seats: [{ for: "me" }], public: false }),
  }).mutate;
  const advise = useMutation({
    mutationFn: async (seat: number) => {
      const path = { params: { path: { code } }, body: { seat } };
      return (await request(http.POST("/api/rooms/{code}/advice", path))).advice;
    },
  }).mutateAsync;
  const solve = useMutation({
    mutationFn: (match_id: string) =>
      request(http.POST("/api/matches/{match_id}/solution", { params: { path: { match_id } } })),
  }).mutateAsync;
  const match = props?.moment.match ?? null;
  /** The match on show: the analysis of another one is not waited for any more. */
  const shown = useRef<string | null>(null);
  useEffect(() => {
    shown.current = match;
    return () => {
      shown.current = null;
    };
  }, [match]);
  const analyse = useMutation({
    mutationFn: ({ match, onProgress }: { match: string; onProgress?: (part: number) => void }) =>
      awaitAnalysis(match, onProgress, () => shown.current === match),
  }).mutateAsync;

  const over = props?.moment.outcome != null;
  const seat = props?.submit ? (props.mine[0] ?? null) : null;
  const solo = room.seats.length === 1;
  const advises = listed?.advises === true && daily === null && seat !== null;
  const mineOver = over && props?.mine.length !== 0;
  const solves = listed?.solves === true && solo && mineOver;
  const analyses = listed?.analyses === true && mineOver;
  return useMemo(
    () => ({
      now: room,
      me,
      connected,
      // The daily's room holds one attempt; the next game is another room's.
      again: () =>
        daily === null ? rematch() : open({ game, options, seats: [{ for: "me" }], public: false }),
      sameBoard: solo && match ? () => sameBoard(match) : null,
      // What went wrong is told to the player; the game gets nothing then.
      advise: advises ? () => advise(seat).catch(() => undefined) : null,
      solve: solves && match ? () => solve(match).catch(() => undefined) : null,
      analyse:
        analyses && match ? (onProgress) => analyse({ match, onProgress }).catch(() => undefined) : null,
      result,
    }),
    [
      room,
      me,
      connected,
      daily,
      rematch,
      open,
      game,
      options,
      solo,
      match,
      sameBoard,
      advises,
      advise,
      seat,
      solves,
      solve,
      analyses,
      analyse,
      result,
    ],
  );
}
