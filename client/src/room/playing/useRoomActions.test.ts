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
