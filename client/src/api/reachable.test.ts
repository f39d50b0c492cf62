import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isServerSilent, offline, serverSilent } from "./reachable";

const fetched = vi.fn();

beforeEach(async () => {
  vi.stubGlobal("fetch", fetched);
  fetched.mockImplementation(async () => Response.json({ status: "alive" }));
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

test.each([
  ["its proxy", new Response("", { status: 502 })],
  ["the page of a network that wants a password", new Response("<!doctype html>Welcome")],
])("one that does not answer, but %s, is silent until it is heard", async (_who, answer) => {
  fetched.mockImplementation(async () => answer.clone());
  await offline();
  expect(isServerSilent()).toBe(true);
  fetched.mockImplementation(async () => Response.json({ status: "alive" }));
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(isServerSilent()).toBe(false), 10_000);
});
