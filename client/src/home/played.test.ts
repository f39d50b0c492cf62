import { expect, test } from "vitest";
import type { KeptSession } from "./kept";
import { playedAt, resultOf } from "./played";

const shown = { text: { en: "8" }, spoken: {}, note: {}, facts: {} };
const me = { name: "Ann", player: "p1", bot: null };
const bot = { name: "Bot", player: null, bot: "master" };

const ALONE = { reason: "full", scores: [8], winners: [0] };
const BOTH = { reason: "full", scores: [8, 17], winners: [1] };

function kept(
  seats: object[],
  more: object = {},
  outcome: object = seats.length > 1 ? BOTH : ALONE,
): KeptSession {
  const match = { id: "home-1", board: "2", seats, outcome, shown: seats.map(() => shown) };
  return {
    player: "p1",
    match,
    tried: false,
    chosen: false,
    helped: false,
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

test.each([
  ["bot", kept([me, bot])],
  ["same-player", kept([me, me])],
  ["unwitnessed", kept([me])],
  ["chosen-seed", kept([me], { chosen: true })],
  ["chosen-seed", kept([me], { tried: true })],
  ["helped", kept([me], { helped: true })],
  ["lost", kept([me], {}, { ...ALONE, winners: [] })],
  ["no-points", kept([me], {}, { ...ALONE, scores: [0] })],
])("why it does not count: %s", (reason, session) => {
  expect(playedAt(session).not_counted).toBe(reason);
});

test("who held one seat has a result, who held all of them or left has none", () => {
  expect(resultOf(kept([me, bot]))?.score).toBe(8);
  expect(resultOf(kept([me, me]))).toBeNull();
  const left = kept([me]);
  expect(resultOf({ ...left, match: { ...left.match, outcome: null } })).toBeNull();
});
