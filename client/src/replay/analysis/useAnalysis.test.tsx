import { focusManager, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "@/api/client";
import { useAnalysis } from "./useAnalysis";

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

afterEach(() => {
  cleanup();
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
    return { state: "ready" as const, done: 1, report: {}, computed: "server" as const };
  };
  const source = { key: ["file-analysis", "of a test"], begin: ask, now: ask, begun: false };
  const { result } = renderHook(() => useAnalysis("pond", source), { wrapper });
  act(() => result.current.begin());
  await waitFor(() => expect(result.current.now?.state).toBe("ready"));
  await lookAway();
  expect(sent).toBe(1);
});
