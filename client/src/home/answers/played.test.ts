import { expect, test } from "vitest";
import type { KeptSession } from "@/home/kept/kept";
import { playedAt, resultOf } from "./played";

const shown = { text: { en: "8" }, spoken: {}, note: {}, facts: {} };
const me = { name: "Ann", player: "p1", bot: null };
const bot = { name: "Bot", player: null, bot: "master" };

const ALONE = { reason: "full", scores: [8], winners: [0] };
const BOTH = { reason: "full", scores: [8, 17], winners: [1] };

function kept(seats: object[], more: object = {}): KeptSession {
  const outcome = seats.length > 1 ? BOTH : ALONE;
  const match = { id: "home-1", board: "2", seats, outcome, shown: seats.map(() => shown) };
  return {
    player: "p1",
    match,
    tried: false,
    chosen: false,
    ...more,
  } as unknown as KeptSession;
}

test("a line of the history tells who won", () => {
  const { seats, reason, counted, confirmed } = playedAt(kept([me, bot]));
  expect(seats.map(({ won, score }) => [won, score])).toEqual([
    [false, 8],
    [true, 17],
  ]);
  expect([reason, counted, confirmed]).toEqual(["full", false, null]);
});

test("why it does not count is what the table said of it; nobody has seen its time in any case", () => {
  const helped = kept([me], { not_counted: "helped" });
  expect([playedAt(helped).not_counted, resultOf(helped)?.not_counted]).toEqual(["helped", "helped"]);
  expect(playedAt(kept([me])).not_counted).toBe("unwitnessed");
});

test("who played to the end has a result, also of several seats, and who left has none", () => {
  expect(resultOf(kept([me, bot]))?.score).toBe(8);
  expect(resultOf(kept([me, me], { not_counted: "same-player" }))?.not_counted).toBe("same-player");
  const left = kept([me]);
  expect(resultOf({ ...left, match: { ...left.match, outcome: null } })).toBeNull();
});
