import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CacheExpiration } from "workbox-expiration";
import { KEPT_HEADER, UNREACHABLE_HEADER } from "@/api/noServer";
import { cachesAt } from "@/offline/caches";
import { FakeCaches } from "@/offline/testing";
import type { catalogueRoute } from "./keptAnswers";
import { BUILD, HUB } from "./testing";

const DAY_MS = 24 * 3600 * 1000;
type Route = ReturnType<typeof catalogueRoute>;

let kept: FakeCaches;

/** What a browser gives a route along with a request. */
class FakeEvent extends Event {
  waitUntil(work: Promise<unknown>) {
    unfinished.push(work);
  }
}
/** What routes still do after they have answered. */
const unfinished: Promise<unknown>[] = [];

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
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** As a browser calls a route. */
const asked = (route: Route, path: string, headers = {}): Promise<Response> =>
  route({ event: new FakeEvent("fetch") as ExtendableEvent, request: new Request(HUB + path, { headers }) });

const keep = async (name: string, path: string, days: number) => {
  const date = new Date(Date.now() - days * DAY_MS).toUTCString();
  await (await kept.open(name)).put(HUB + path, Response.json([path], { headers: { date } }));
};

test("the list of games is there without the hub, however old it is", async () => {
  const { catalogueRoute } = await import("./keptAnswers");
  await keep("catalogue", "api/games", 60);
  const answer = await asked(catalogueRoute(), "api/games");
  expect(await answer.json()).toEqual(["api/games"]);
  expect(answer.headers.has(KEPT_HEADER)).toBe(true);
});

describe("a server that never answers", () => {
  /** After how many seconds a kept answer comes. */
  async function secondsUntil(answer: Promise<Response>): Promise<number> {
    let came = false;
    void answer.then(() => {
      came = true;
    });
    for (let seconds = 0; seconds < 60; seconds++) {
      await vi.advanceTimersByTimeAsync(0);
      if (came) return seconds;
      await vi.advanceTimersByTimeAsync(1000);
    }
    return Number.POSITIVE_INFINITY;
  }

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    (await import("./reachability")).noteReachable();
    await keep("catalogue", "api/games", 0);
    await keep("catalogue", "api", 0);
  });
  afterEach(() => vi.useRealTimers());

  test("is waited for once, and then hardly for ten seconds", async () => {
    const route = (await import("./keptAnswers")).catalogueRoute();
    expect(await secondsUntil(asked(route, "api/games"))).toBe(4);
    expect(await secondsUntil(asked(route, "api"))).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await secondsUntil(asked(route, "api"))).toBe(4);
  });

  test("is hardly waited for by a page that knows of it", async () => {
    const route = (await import("./keptAnswers")).catalogueRoute();
    expect(await secondsUntil(asked(route, "api/games", { [UNREACHABLE_HEADER]: "1" }))).toBe(1);
  });
});

test("several answers with steps of one match bring its log along once", async () => {
  const { readRoute } = await import("./keptAnswers");
  vi.spyOn(CacheExpiration.prototype, "updateTimestamp").mockResolvedValue();
  vi.spyOn(CacheExpiration.prototype, "expireEntries").mockResolvedValue();
  let giveLogs = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    giveLogs = resolve;
  });
  let logs = 0;
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    if (url.endsWith("/session")) {
      logs += 1;
      await mayAnswer;
    }
    return Response.json([]);
  });
  await kept.open(cachesAt("/").PYTHON);
  const asking = readRoute();
  await asked(asking, "api/matches/m3/steps?first=0&count=200");
  await vi.waitFor(() => expect(logs).toBe(1));
  await asked(asking, "api/matches/m3/steps?first=200&count=200");
  giveLogs();
  await Promise.all(unfinished);
  expect(logs).toBe(1);
});

test("steps of a match that are read bring its log along where Python is kept, and only there", async () => {
  const { readRoute } = await import("./keptAnswers");
  const { ANSWERS, PYTHON } = cachesAt("/");
  vi.stubGlobal("fetch", async () => Response.json([]));
  // Workbox writes down how old its answers are, and looks through them, when nobody waits for it any more.
  vi.spyOn(CacheExpiration.prototype, "updateTimestamp").mockResolvedValue();
  vi.spyOn(CacheExpiration.prototype, "expireEntries").mockResolvedValue();
  const asking = readRoute();
  const steps = (match: string) => asked(asking, `api/matches/${match}/steps?first=0&count=200`);
  await steps("m1");
  await kept.open(PYTHON);
  await steps("m2");
  await vi.waitFor(async () => expect(await kept.paths(ANSWERS)).toContain("api/matches/m2/session"));
  expect(await kept.paths(ANSWERS)).not.toContain("api/matches/m1/session");
  await Promise.all(unfinished);
});
