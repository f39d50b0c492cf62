import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { act } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "@/api/client";
import { keptQuery } from "@/offline/keptPython";
import { setLanguage } from "@/text";
import { KeepOffer } from "./KeepOffer";

beforeAll(() => setLanguage("en"));
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("caches", {});
  vi.stubGlobal("navigator", { serviceWorker: {} });
  // Another test may have left the server unreachable: it is heard again.
  vi.stubGlobal("fetch", async () => Response.json({ status: "alive" }));
  window.dispatchEvent(new Event("online"));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function shown(kept: boolean): void {
  queryClient.setQueryDefaults(keptQuery.queryKey, {
    queryFn: async () => ({ kept, some: false, promised: true, missing: 1, size: 1, whole: 1 }),
  });
  queryClient.setQueryData(keptQuery.queryKey, {
    kept,
    some: false,
    promised: true,
    missing: 1,
    size: 1,
    whole: 1,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <KeepOffer />
    </QueryClientProvider>,
  );
}

const offer = () => screen.queryByRole("link", { name: "Play without a connection" });

test("whoever has not kept the games is told that they can, until they close it for good", async () => {
  shown(false);
  await vi.waitFor(() => expect(offer()?.getAttribute("href")).toBe("/settings"));
  act(() => screen.getByRole("button", { name: "Not now" }).click());
  expect(offer()).toBeNull();
  cleanup();
  shown(false);
  expect(offer()).toBeNull();
});

test("whose browser could not run them is offered nothing", () => {
  vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
  shown(false);
  expect(offer()).toBeNull();
  vi.restoreAllMocks();
});

test("whoever has kept them is told nothing", () => {
  shown(true);
  expect(offer()).toBeNull();
});
