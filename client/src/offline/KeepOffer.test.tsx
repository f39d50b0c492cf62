import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { act } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "@/api/client";
import { setLanguage } from "@/text";
import { KeepOffer } from "./KeepOffer";
import { keptQuery } from "./keptPython";

beforeAll(() => setLanguage("en"));
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("caches", {});
  vi.stubGlobal("navigator", { serviceWorker: {} });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function shown(kept: boolean): void {
  queryClient.setQueryDefaults(keptQuery.queryKey, { queryFn: async () => ({ kept, missing: 1, size: 1 }) });
  queryClient.setQueryData(keptQuery.queryKey, { kept, missing: 1, size: 1 });
  render(
    <QueryClientProvider client={queryClient}>
      <KeepOffer />
    </QueryClientProvider>,
  );
}

const offer = () => screen.queryByRole("link", { name: "Play without a connection" });

test("whoever has not kept the games is told that they can, until they close it for good", () => {
  shown(false);
  expect(offer()?.getAttribute("href")).toBe("/settings");
  act(() => screen.getByRole("button", { name: "Not now" }).click());
  expect(offer()).toBeNull();
  cleanup();
  shown(false);
  expect(offer()).toBeNull();
});

test("whoever has kept them is told nothing", () => {
  shown(true);
  expect(offer()).toBeNull();
});
