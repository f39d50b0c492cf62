import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { NetworkFirst } from "workbox-strategies";
import { KEPT_HEADER } from "@/api/noServer";
import { FakeCaches } from "@/offline/testing";
import { BUILD, HUB } from "./testing";

const DAY_MS = 24 * 3600 * 1000;
let kept: FakeCaches;

/** What a browser gives a route along with a request. */
class FakeEvent extends Event {
  waitUntil() {}
}

beforeEach(() => {
  kept = new FakeCaches(HUB);
  vi.stubGlobal("caches", kept);
  vi.stubGlobal("registration", { scope: HUB });
  vi.stubGlobal("__BUILD__", BUILD);
  vi.stubGlobal("ExtendableEvent", FakeEvent);
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("no network");
  });
});
afterEach(() => vi.unstubAllGlobals());

/** As a browser calls a route; the work that goes on behind an answer is waited for as well. */
async function asked(route: NetworkFirst, path: string): Promise<Response | null> {
  const event = new FakeEvent("fetch") as ExtendableEvent;
  const [answer, done] = route.handleAll({ event, request: new Request(HUB + path) });
  const found = await answer.catch(() => null);
  await done.catch(() => {});
  return found;
}

const keep = async (name: string, path: string, days: number) => {
  const date = new Date(Date.now() - days * DAY_MS).toUTCString();
  await (await kept.open(name)).put(HUB + path, Response.json([path], { headers: { date } }));
};

test("the list of games is there without the hub, however old it is", async () => {
  const { catalogueAnswers } = await import("./keptAnswers");
  await keep("catalogue", "api/games", 60);
  const answer = await asked(catalogueAnswers(), "api/games");
  expect(await answer?.json()).toEqual(["api/games"]);
  expect(answer?.headers.has(KEPT_HEADER)).toBe(true);
});
