import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { http, queryClient } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import { room } from "@/connection/testing";
import { WithQueries } from "@/game-kit/testing";
import { useRoomActions } from "./useRoomActions";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  queryClient.clear();
});

const over = (match: string) => ({ moment: { match, outcome: {} }, mine: [0], submit: null }) as never;

test("a rematch ends the waiting for the analysis of the match before", async () => {
  queryClient.setQueryData(gamesQuery.queryKey, [{ id: room().game, analyses: true }] as never);
  const working = { data: { state: "working", done: 0, report: null }, response: new Response() } as never;
  vi.spyOn(http, "POST").mockResolvedValue(working);
  const asked = vi.spyOn(http, "GET").mockResolvedValue(working);
  const shown = renderHook(({ match }) => useRoomActions(room(), over(match), "ann", true, null), {
    wrapper: WithQueries,
    initialProps: { match: "m1" },
  });
  const ended = vi.fn();
  void shown.result.current.analyse?.().then(ended);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ended).not.toHaveBeenCalled();
  shown.rerender({ match: "m2" });
  await vi.advanceTimersByTimeAsync(5000);
  expect(ended).toHaveBeenCalledWith(undefined);
  asked.mockClear();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).not.toHaveBeenCalled();
});

test("the solver is asked about a match that I played alone, once it is over, in a game that has one", async () => {
  const solution = { score: 3, bound: 4, computed: "server" };
  const asked = vi
    .spyOn(http, "POST")
    .mockResolvedValue({ data: solution, response: new Response() } as never);
  const solve = (solves: boolean, seats: number, props: ReturnType<typeof over>) => {
    queryClient.setQueryData(gamesQuery.queryKey, [{ id: room().game, solves }] as never);
    const here = { ...room(), seats: Array.from({ length: seats }, () => room().seats[0]) as never };
    const wrapper = WithQueries;
    return renderHook(() => useRoomActions(here, props, "ann", true, null), { wrapper }).result.current.solve;
  };
  const watched = { moment: { match: "m1", outcome: {} }, mine: [], submit: null } as never;
  const playing = { moment: { match: "m1", outcome: null }, mine: [0], submit: null } as never;
  expect([
    solve(false, 1, over("m1")),
    solve(true, 2, over("m1")),
    solve(true, 1, watched),
    solve(true, 1, playing),
  ]).toEqual([null, null, null, null]);
  expect(await solve(true, 1, over("m1"))?.()).toEqual(solution);
  const params = { path: { match_id: "m1" } };
  expect(asked.mock.calls).toEqual([["/api/matches/{match_id}/solution", { params }]]);
});
