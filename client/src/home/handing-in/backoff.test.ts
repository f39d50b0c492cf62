import { expect, test } from "vitest";
import { newBackoff } from "./backoff";

test("what the hub says decides when it is asked again", () => {
  let now = 0;
  const backoff = newBackoff(() => now);
  expect(backoff.isDue("m1")).toBe(true);
  backoff.delay("m1", 90);
  now = 89_999;
  expect([backoff.isDue("m1"), backoff.isDue("m2"), backoff.next(["m1", "m2"])]).toEqual([
    false,
    true,
    90_000,
  ]);
  now = 90_000;
  expect(backoff.isDue("m1")).toBe(true);
});

test("where nobody says when, it is twice as late each time, up to an hour", () => {
  let now = 0;
  const backoff = newBackoff(() => now);
  const waits = Array.from({ length: 8 }, () => {
    const before = now;
    backoff.delay("m1", null);
    now = backoff.next(["m1"]);
    return (now - before) / 1000;
  });
  expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600]);
  backoff.end("m1");
  backoff.delay("m1", null);
  expect(backoff.next(["m1"]) - now).toBe(60_000);
});
