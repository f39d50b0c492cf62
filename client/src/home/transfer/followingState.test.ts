import { describe, expect, test } from "vitest";
import { room, view } from "@/connection/testing";
import {
  answered,
  asked,
  type FollowingState,
  followed,
  isNotTransferable,
  loaded,
  nothingFollowed,
  received,
  wantsLog,
} from "./followingState";

const entry = (at_ms: number) => ({ at_ms, seat: 0, action: { do: "take" } });
const shown = (seq: number) => view({ seq, last: entry(seq) as never });
const session = (...entries: unknown[]) => ({
  ...{ seats: [], chosen: false, session: { id: "m1", seed: 7, started: 1000, entries } },
});
const having = (state: FollowingState, ...messages: Parameters<typeof received>[1][]) =>
  messages.reduce((now, message) => received(now, message, 2000), state);
const begun = having(nothingFollowed("ABCDEF"), room(), view());
const known = answered(asked(begun), session());

test("the log is wanted from the first view on, and not twice at once", () => {
  expect([wantsLog(nothingFollowed("ABCDEF")), wantsLog(begun), wantsLog(asked(begun))]).toEqual([
    false,
    true,
    false,
  ]);
  expect(wantsLog(answered(asked(begun), undefined))).toBe(true);
  expect(wantsLog(known)).toBe(false);
});

test("a log that is not handed out is wanted again once the match does not count any more", () => {
  const counts = having(begun, room({ ranked: true }));
  const withheld = answered(asked(counts), null);
  expect([wantsLog(withheld), isNotTransferable(withheld)]).toEqual([false, true]);
  expect(wantsLog(having(withheld, room({ ranked: false })))).toBe(true);
});

test("what was kept is not changed by what is seen later", () => {
  const [first, next] = [having(known, shown(1)), having(known, shown(1), shown(2))];
  expect([first.stored?.count, next.stored?.count, known.stored?.count]).toEqual([1, 2, 0]);
  expect(first.stored).toEqual(followed(first));
});

describe("what was kept before a page was loaded", () => {
  const found = known.stored as NonNullable<FollowingState["stored"]>;

  test("is followed until more is known, and is not kept anew", () => {
    const state = loaded(nothingFollowed("ABCDEF"), found);
    expect([followed(state), state.stored]).toEqual([found, found]);
    expect(having(state, room(), shown(1)).stored?.count).toBe(1);
  });

  test("is older than what is known by then", () => {
    const newer = having(known, shown(1));
    expect(loaded(newer, found)).toBe(newer);
  });

  test("is forgotten where another match is seen", () => {
    const other = having(nothingFollowed("ABCDEF"), room(), view({ match: "m2" }));
    expect(loaded(other, found).stored).toBeNull();
  });
});
