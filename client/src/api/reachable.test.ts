import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isServerUnreachable, lookForServer, markServerUnreachable } from "./reachable";

const fetched = vi.fn();

beforeEach(async () => {
  vi.stubGlobal("fetch", fetched);
  fetched.mockImplementation(async () => Response.json({ status: "alive" }));
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  // Where another test left the server unreachable, it is asked now.
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(isServerUnreachable()).toBe(false), 10_000);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a server that answers is not unreachable, whatever the browser thinks of the network", async () => {
  await lookForServer();
  expect(isServerUnreachable()).toBe(false);
  markServerUnreachable();
  expect(isServerUnreachable()).toBe(true);
  await vi.waitFor(() => expect(isServerUnreachable()).toBe(false));
});

test.each([
  ["its proxy", new Response("", { status: 502 })],
  ["the page of a network that wants a password", new Response("<!doctype html>Welcome")],
])("one that does not answer, but %s, is unreachable until it is heard", async (_who, answer) => {
  fetched.mockImplementation(async () => answer.clone());
  await lookForServer();
  expect(isServerUnreachable()).toBe(true);
  fetched.mockImplementation(async () => Response.json({ status: "alive" }));
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(isServerUnreachable()).toBe(false), 10_000);
});
