import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Schema } from "@/api/client";
import type { SeatNow } from "@/api/protocol";
import { room, view } from "@/connection/testing";
import type { Followed } from "@/home/kept/kept";
import { type Following, following } from "./following";

type Handed = Schema["HomeSession"] | null;

let asked: ((handed: Handed) => void)[];
let log: Following;
let kept: Followed | undefined;
const store = {
  load: async () => kept,
  keep: (followed: Followed) => {
    kept = followed;
  },
  forget: () => {
    kept = undefined;
  },
};

const MINE: SeatNow = { held_by: "player", name: "Ann", player: "ann", present: true };
const BOT: SeatNow = { held_by: "bot", name: "Casual", level: "casual", present: true };
const entry = (at_ms: number) => ({ at_ms, seat: 0, action: { do: "take" } });
const session = (...entries: unknown[]) => ({
  seats: [{ for: "me" }],
  chosen: false,
  session: { id: "m1", seed: 7, started: 1000, entries },
});
/** A page that has just been loaded. */
const begins = () => following("ABCDEF", () => new Promise((resolve) => asked.push(resolve)), store);
const entriesOf = (followed: Followed | null | undefined) =>
  (followed?.table.kept as { session: { entries: unknown[] } } | undefined)?.session.entries;
const entriesTaken = () => entriesOf(log.followed());
const hand = async (handed: Handed) => {
  asked.pop()?.(handed);
  await Promise.resolve();
  await Promise.resolve();
};

beforeEach(() => {
  asked = [];
  kept = undefined;
  log = begins();
});

describe("a match played alone at the hub", () => {
  test("is asked for once, and followed by what is seen of it", async () => {
    log.receive(room());
    log.receive(view());
    await hand(session());
    log.receive(view({ seq: 1, last: entry(5) as never }));
    log.receive(view({ seq: 2, last: entry(9) as never }));
    expect(asked).toEqual([]);
    expect(entriesTaken()).toEqual([entry(5), entry(9)]);
  });

  test("loses nothing that happens while it is asked for", async () => {
    log.receive(room());
    log.receive(view());
    log.receive(view({ seq: 1, last: entry(5) as never }));
    log.receive(view({ seq: 2, last: entry(9) as never }));
    await hand(session(entry(5)));
    expect(entriesTaken()).toEqual([entry(5), entry(9)]);
  });

  test("is asked for again where something was missed", async () => {
    log.receive(room());
    log.receive(view());
    await hand(session());
    log.receive(view({ seq: 3, last: entry(9) as never }));
    expect(entriesTaken()).toBeUndefined();
    await hand(session(entry(1), entry(5), entry(9)));
    expect(entriesTaken()).toHaveLength(3);
  });

  test("goes on by the hub's clock", async () => {
    const here = vi.spyOn(Date, "now").mockReturnValue(2000);
    log.receive(room());
    log.receive(view({ now_ms: 400 }));
    here.mockRestore();
    await hand(session());
    expect(log.followed()?.table.kept).toMatchObject({ ahead_ms: 600 });
  });

  test.each([
    ["a daily", room({ daily: "2026-11-16" }), view()],
    ["with somebody else", room({ seats: [MINE, { ...MINE, player: "bob" }] }), view()],
    [
      "with a bot for somebody who may come back",
      room({ seats: [MINE, { ...BOT, kept_for: "bob" }] }),
      view(),
    ],
    ["with a free seat", room({ seats: [MINE, { held_by: "nobody" }] }), view()],
    ["watched", room(), view({ seat: null })],
    ["covered", room(), view({ view: null })],
    ["over", room(), view({ outcome: { reason: "done", scores: [0], winners: [0] } as never })],
  ])("stays there: %s", (_, told, shown) => {
    log.receive(told);
    log.receive(shown);
    expect(asked).toEqual([]);
    expect(log.followed()).toBeNull();
  });

  test("is not asked for again where the hub keeps it", async () => {
    log.receive(room());
    log.receive(view());
    await hand(null);
    log.receive(view({ seq: 1, last: entry(5) as never }));
    expect(asked).toEqual([]);
    expect(log.followed()).toBeNull();
  });

  test("is asked for again once it does not count any more", async () => {
    log.receive(room({ ranked: true }));
    log.receive(view());
    await hand(null);
    log.receive(view({ seq: 1, last: entry(5) as never }));
    expect(asked).toEqual([]);
    log.receive(room({ ranked: false }));
    log.receive(view({ seq: 1, last: entry(5) as never }));
    await hand(session(entry(5)));
    expect(entriesTaken()).toEqual([entry(5)]);
  });

  test("goes on with the bots that it has", async () => {
    const other = { ...BOT, level: "expert" };
    log.receive(room({ host: "bob", seats: [BOT, MINE] }));
    log.receive(view({ seat: 1 }));
    await hand(session());
    log.receive(room({ host: "bob", seats: [other, MINE] }));
    expect(log.followed()?.table).toMatchObject({
      player: "ann",
      kept: {
        opening: { player: "ann", name: "Ann", seats: [{ for: "bot", level: "expert" }, { for: "me" }] },
      },
    });
  });

  test("goes on at one table in every window, and says whether it counts", async () => {
    log.receive(room({ ranked: true }));
    log.receive(view());
    await hand(session());
    expect(log.followed()).toMatchObject({
      match: "m1",
      count: 0,
      ranked: true,
      table: { code: "home-m1", player: "ann", room: { code: "home-m1", ranked: true } },
    });
  });
});

test("a board that somebody chose is a chosen one at the table, too, also once the page is loaded anew", async () => {
  const seedTaken = () =>
    (log.followed()?.table.kept as { opening: { seed: unknown } } | undefined)?.opening.seed;
  log.receive(room());
  log.receive(view());
  await hand(session());
  expect(seedTaken()).toBeNull();
  log.receive(view({ seq: 2 }));
  await hand({ ...session(entry(5), entry(9)), chosen: true });
  expect(seedTaken()).toBe(7);
  log = begins();
  await log.loaded;
  log.receive(room());
  log.receive(view({ seq: 3, last: entry(12) as never }));
  expect([seedTaken(), entriesTaken()]).toEqual([7, [entry(5), entry(9), entry(12)]]);
});

describe("a page that is loaded anew", () => {
  beforeEach(async () => {
    log.receive(room({ ranked: true }));
    log.receive(view());
    await hand(session());
    log.receive(view({ seq: 1, last: entry(5) as never }));
    log = begins();
    await log.loaded;
  });

  test("has what was followed before, without the hub", () => {
    expect(log.followed()).toMatchObject({ hub: "ABCDEF", match: "m1", count: 1, ranked: true });
    expect(entriesTaken()).toEqual([entry(5)]);
  });

  test("goes on from it when the hub answers, and asks for what it missed", async () => {
    log.receive(room());
    log.receive(view({ seq: 2, last: entry(9) as never }));
    expect(asked).toEqual([]);
    expect(entriesOf(kept)).toEqual([entry(5), entry(9)]);
    log.receive(view({ seq: 4, last: entry(12) as never }));
    await hand(session(entry(5), entry(9), entry(11), entry(12)));
    expect(entriesOf(kept)).toHaveLength(4);
  });

  test("keeps what it had while the hub does not hand out the rest", async () => {
    log.receive(room());
    log.receive(view({ seq: 3, last: entry(9) as never }));
    await hand(null);
    log.receive(view({ seq: 4, last: entry(12) as never }));
    expect([log.followed(), entriesOf(kept)]).toEqual([null, [entry(5)]]);
  });

  test.each([
    ["is over", [room(), view({ outcome: { reason: "done", scores: [0], winners: [0] } as never })]],
    ["is followed by another", [room(), view({ match: "m2", view: null })]],
    ["is followed by another that has begun", [room(), view({ match: "m2" })]],
    ["is not played alone any more", [room({ seats: [MINE, { ...MINE, player: "bob" }] }), view()]],
    ["is nowhere any more", [{ type: "bye", code: "no-such-room", retry_ms: null } as const]],
  ])("forgets a match that %s", (_, messages) => {
    for (const message of messages) log.receive(message);
    expect([log.followed(), kept]).toEqual([null, undefined]);
  });

  test("keeps a match whose page cannot be connected now", () => {
    log.receive({ type: "bye", code: "too-many-sockets", retry_ms: null });
    expect([log.followed()?.match, kept?.match]).toEqual(["m1", "m1"]);
  });

  test.each([
    ["forgets it where another match", view({ match: "m2" }), [undefined, undefined]],
    [
      "has it and what came next where that",
      view({ seq: 2, last: entry(9) as never }),
      [[entry(5), entry(9)], "m1"],
    ],
  ])("%s is seen before it is known what was kept", async (_, shown, found) => {
    log = begins();
    log.receive(room());
    log.receive(shown);
    await log.loaded;
    expect([entriesTaken(), kept?.match]).toEqual(found);
  });
});
