import { describe, expect, test } from "vitest";
import cases from "../../../../../tests/vectors/stack_views.json";
import type { View } from "../types";
import { starsOf } from "./Status";

const start = cases[0]?.view as unknown as View;

function stars(change: Partial<View>): [won: number, ...what: string[]] {
  const all = starsOf({ ...start, ended: "solved", ...change });
  return [all.filter((star) => star.won).length, ...all.slice(1).map((star) => star.what)];
}

describe("the stars", () => {
  test("without help, restart or a spent life there are three", () => {
    expect(stars({})).toEqual([3, "alone", "livesKept"]);
    expect(stars({ lives: 1 })).toEqual([2, "alone", "livesSpent"]);
  });

  test("after a restart the lives are whole again, and no candle is said to be spent", () => {
    expect(stars({ restarts: 1 })).toEqual([1, "restarted", "needsSecond"]);
    expect(stars({ hints: 2 })).toEqual([1, "helped", "needsSecond"]);
    expect(stars({ hints: 1, restarts: 1, lives: 2 })).toEqual([1, "helpedAndRestarted", "livesSpent"]);
  });

  test("a level that is not solved has none", () => {
    expect(stars({ ended: "out-of-lives" })[0]).toBe(0);
  });
});
