import { afterEach, expect, test, vi } from "vitest";
import { holdPlayingLock, isPlaying } from "./playingLock";
import { FakeSharedLocks } from "./testing";

afterEach(() => vi.unstubAllGlobals());

test("somebody plays as long as one window shows a room of this hub", async () => {
  vi.stubGlobal("navigator", { locks: new FakeSharedLocks() });
  const [one, other] = [holdPlayingLock("/"), holdPlayingLock("/")];
  one();
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(1));
  expect([await isPlaying("/"), await isPlaying("/games/")]).toEqual([true, false]);
  other();
  await vi.waitFor(async () => expect(await isPlaying("/")).toBe(false));
});

test("a browser without locks knows of nobody who plays", async () => {
  vi.stubGlobal("navigator", {});
  holdPlayingLock("/")();
  expect(await isPlaying("/")).toBe(false);
});
