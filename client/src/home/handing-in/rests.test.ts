import { expect, test } from "vitest";
import { newRests } from "./rests";

test("what the hub says decides when it is asked again", () => {
  let now = 0;
  const rests = newRests(() => now);
  expect(rests.isDue("m1")).toBe(true);
  rests.rest("m1", 90);
  now = 89_999;
  expect([rests.isDue("m1"), rests.isDue("m2"), rests.next(["m1", "m2"])]).toEqual([false, true, 90_000]);
  now = 90_000;
  expect(rests.isDue("m1")).toBe(true);
});

test("where nobody says when, it is twice as late each time, up to an hour", () => {
  let now = 0;
  const rests = newRests(() => now);
  const waits = Array.from({ length: 8 }, () => {
    const before = now;
    rests.rest("m1", null);
    now = rests.next(["m1"]);
    return (now - before) / 1000;
  });
  expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600]);
  rests.end("m1");
  rests.rest("m1", null);
  expect(rests.next(["m1"]) - now).toBe(60_000);
});
