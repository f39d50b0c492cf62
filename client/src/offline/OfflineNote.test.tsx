import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { queryClient } from "@/api/client";
import { markServerUnreachable } from "@/api/reachable";
import { isPythonMissing, setPythonAvailable } from "@/home/python/availability";
import { setLanguage } from "@/text";
import { keptQuery } from "./keptPython";
import OfflineNote from "./OfflineNote";

beforeAll(() => setLanguage("en"));
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
  vi.stubGlobal("fetch", async () => Response.json({ status: "alive" }));
  window.dispatchEvent(new Event("online"));
  vi.unstubAllGlobals();
});

test("a browser that cannot run the games is not told to keep them, nor that they can be played", async () => {
  setPythonAvailable(true);
  vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("no network")));
  queryClient.setQueryData(keptQuery.queryKey, {
    kept: true,
    some: true,
    promised: true,
    missing: 0,
    size: 1,
    whole: 1,
  });
  markServerUnreachable();
  render(
    <QueryClientProvider client={queryClient}>
      <OfflineNote />
    </QueryClientProvider>,
  );
  expect((await screen.findByRole("status")).textContent).toContain("cannot run the games by itself");
  await vi.waitFor(() => expect(isPythonMissing()).toBe(true));
});
