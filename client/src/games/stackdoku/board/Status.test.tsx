import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Moment } from "@/game-kit";
import { recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import cases from "../../../../../tests/vectors/stack_views.json";
import type { Action, View } from "../types";
import { starsOf, useEnding } from "./Status";

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

describe("a level that was not solved", () => {
  beforeAll(() => wordsOf("stackdoku"));
  afterEach(cleanup);

  test.each<[NonNullable<View["ended"]>, Partial<View>]>([
    ["finished", {}],
    ["finished", { tiles: [] }],
    ["out-of-lives", {}],
    ["out-of-lives", { tiles: [] }],
  ])("can be had again, which does not count: %s, %j", (reason, change) => {
    const view = { ...start, ended: reason, ...change };
    const moment = { view, outcome: { reason }, last: null } as unknown as Moment<View, Action>;
    const Told = () => <p>{useEnding(moment)?.text}</p>;
    renderWith(recordingHost("stackdoku"), <Told />);
    const again = /You can have the same level again, as practice: it does not count then\.$/;
    expect(screen.getByText(again)).toBeTruthy();
  });
});
