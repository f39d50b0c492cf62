import { afterEach, expect, test, vi } from "vitest";
import { FakeCaches } from "@/offline/testing";
import { BUILD, HUB } from "./testing";

afterEach(() => vi.unstubAllGlobals());

/** What a browser gives a route along with a request. */
class FakeEvent extends Event {
  readonly unfinished: Promise<unknown>[] = [];
  waitUntil(work: Promise<unknown>) {
    this.unfinished.push(work);
  }
}

test("a script that is asked for a second time is kept under its own address, and found there", async () => {
  const caches = new FakeCaches(HUB);
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("registration", { scope: HUB });
  vi.stubGlobal("__BUILD__", BUILD);
  vi.stubGlobal("ExtendableEvent", FakeEvent);
  const fetched = vi.fn(async () => new Response("script"));
  vi.stubGlobal("fetch", fetched);
  const route = (await import("./gamePages")).gamePagesRoute();
  const asked = async (path: string) => {
    const event = new FakeEvent("fetch");
    const answer = await route({ event: event as ExtendableEvent, request: new Request(HUB + path) });
    await Promise.all(event.unfinished);
    return answer.text();
  };
  expect(await asked("pages/h1/board.js?again=1")).toBe("script");
  expect(await caches.paths("game-pages")).toEqual(["pages/h1/board.js"]);
  expect(await asked("pages/h1/board.js")).toBe("script");
  expect(fetched).toHaveBeenCalledTimes(1);
});
