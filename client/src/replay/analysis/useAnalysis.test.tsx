import { focusManager, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { queryClient } from "@/api/client";
import { Problem } from "@/api/problem";
import { ASK_AGAIN_MS, gamesQuery } from "@/api/queries";
import type { GameModule, LoadedAnalysis } from "@/game-kit/contract/module";
import { shippedModule } from "@/stage/shipped";
import { setLanguage } from "@/text";
import { useAnalysis } from "./useAnalysis";

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

/** Questions that fail at once in a test. */
const WITHOUT_RETRY = [["analysis-of-game"], ["analysis"]];

beforeAll(() => setLanguage("en"));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  queryClient.removeQueries({ queryKey: gamesQuery.queryKey });
  for (const key of WITHOUT_RETRY) queryClient.setQueryDefaults(key, {});
  vi.useRealTimers();
  focusManager.setFocused(undefined);
});

/** Somebody looks at another window for an hour, and comes back. */
async function lookAway(): Promise<void> {
  await act(async () => {
    focusManager.setFocused(false);
    vi.setSystemTime(Date.now() + 3_600_000);
    focusManager.setFocused(true);
  });
}

test("a session file whose analysis is there is not sent again by whoever comes back to the window", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let sent = 0;
  const ask = async () => {
    sent += 1;
    return { state: "ready" as const, done: 1, report: {}, computed: "server" as const, queued: false };
  };
  const source = { key: ["file-analysis", "of a test"], begin: ask, now: ask, begun: false };
  const { result } = renderHook(() => useAnalysis("pond", source), { wrapper });
  act(() => result.current.begin());
  await waitFor(() => expect(result.current.now?.state).toBe("ready"));
  await lookAway();
  expect(sent).toBe(1);
});

const WORKING = {
  state: "working" as const,
  done: 0.5,
  report: null,
  computed: "server" as const,
  queued: false,
};
const READY = { ...WORKING, state: "ready" as const, done: 1, report: {} };
const FAILED = new Problem("analysis-failed", "this session cannot be analysed", 409);

test("a failed analysis is asked for once, also by whoever comes back to the window", async () => {
  vi.useFakeTimers();
  const now = vi.fn(async () => Promise.reject(FAILED));
  const source = { key: ["file-analysis", "that fails"], begin: async () => WORKING, now, begun: false };
  const { result } = renderHook(() => useAnalysis("pond", source), { wrapper });
  await act(async () => result.current.begin());
  await act(() => vi.advanceTimersByTimeAsync(20 * ASK_AGAIN_MS));
  expect(result.current.error).toBe(FAILED);
  await lookAway();
  expect(now).toHaveBeenCalledTimes(1);
});

/** The game `pond` of another package, whose analysis is loaded so. */
function pondWith(load: () => Promise<LoadedAnalysis>): void {
  const page = { package: "pond_game", hash: "0a1f", files: ["analysis.js"], bytes: [1] };
  queryClient.setQueryData(gamesQuery.queryKey, [{ id: "pond", page }] as never);
  const module: GameModule = shippedModule("pond", page);
  module.analysis = load;
  queryClient.removeQueries({ queryKey: ["analysis-of-game", "pond"] });
}

const Drawing = () => null;

test("what has failed is done again, and nothing else: the script is loaded, the hub asked, or all of it begun", async () => {
  let script = false;
  const load = vi.fn(async () =>
    script
      ? { default: Drawing, mistakes: () => [], marksAt: () => null }
      : Promise.reject(new Error("none")),
  );
  pondWith(load);
  for (const one of WITHOUT_RETRY) queryClient.setQueryDefaults(one, { retry: false });
  let answer: () => Promise<typeof READY> = () => Promise.reject(new Problem("unreachable", "", 0));
  const begin = vi.fn(async () => READY);
  const key = ["analysis", "of three failures"];
  const now = vi.fn(() => answer());
  const { result } = renderHook(() => useAnalysis("pond", { key, begin, now, begun: true }), { wrapper });
  await waitFor(() => expect(result.current.error).toBeTruthy());
  answer = () => Promise.reject(new Problem("unknown", "", 503));
  act(() => result.current.retry());
  await waitFor(() => expect(now).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(result.current.error).toMatchObject({ status: 503 }));
  expect(begin).not.toHaveBeenCalled();
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.error?.message).toBe("none"));
  expect([begin, now].map((called) => called.mock.calls.length)).toEqual([1, 2]);
  script = true;
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.Drawing).toBe(Drawing));
  expect([begin, now].map((called) => called.mock.calls.length)).toEqual([1, 2]);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("no list");
    },
  ],
  ["returns a promise", () => Promise.resolve([]) as never],
  ["names no moves", () => [{ title: "one" }, null] as never],
])("a script whose list of mistakes %s costs the list alone", async (_, mistakes) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const marksAt = () => {
    throw new Error("no marks");
  };
  pondWith(async () => ({ default: Drawing, mistakes, marksAt }));
  const source = {
    key: ["analysis", String(mistakes)],
    begin: async () => READY,
    now: async () => READY,
    begun: true,
  };
  const { result } = renderHook(() => useAnalysis("pond", source), { wrapper });
  await waitFor(() => expect(result.current.Drawing).toBe(Drawing));
  expect(result.current.mistakes).toEqual([]);
  expect(result.current.marksAt(3)).toBeNull();
  expect(console.error).toHaveBeenCalled();
});
