import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isServerSilent, offline, serverSilent } from "./reachable";

const fetched = vi.fn();

beforeEach(async () => {
  vi.stubGlobal("fetch", fetched);
  fetched.mockResolvedValue(new Response());
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  // Where another test left the server silent, it is asked now.
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(isServerSilent()).toBe(false), 10_000);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a server that answers is not silent, whatever the browser thinks of the network", async () => {
  await offline();
  expect(isServerSilent()).toBe(false);
  serverSilent();
  expect(isServerSilent()).toBe(true);
  await vi.waitFor(() => expect(isServerSilent()).toBe(false));
});

test("one that does not answer, or only by its proxy, is silent until it is heard", async () => {
  fetched.mockResolvedValue(new Response("", { status: 502 }));
  await offline();
  expect(isServerSilent()).toBe(true);
  fetched.mockResolvedValue(new Response());
  await vi.waitFor(() => expect(isServerSilent()).toBe(false), 10_000);
});
