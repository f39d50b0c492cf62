import { deleteDB, openDB } from "idb";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "@/api/client";
import { addStores, database, type Kept, NAME, VERSION } from "./database";
import type { KeptSession, KeptTable } from "./kept";
import * as kept from "./kept";
import { giveDatabase, takeDatabase } from "./testing";

const MOST = 50;

const session = (id: string, more: Partial<KeptSession> = {}): KeptSession => ({
  id,
  player: "ann",
  ended: 1,
  seats: [{ for: "me" }],
  session: { id },
  match: { id, seats: [{ player: "ann" }] } as KeptSession["match"],
  tried: false,
  chosen: false,
  not_counted: "unwitnessed",
  handedIn: { state: "waiting" },
  ...more,
});
const table = (code: string, player = "ann"): KeptTable => ({
  code,
  player,
  updated: 1,
  room: { code, host: player } as KeptTable["room"],
  toMove: [0],
  kept: { opening: { player } },
});
const followed = (hub: string, updated = 1, player = "ann"): kept.Followed => ({
  hub,
  match: `m-${hub}`,
  count: 2,
  ranked: true,
  table: { ...table(`home-m-${hub}`, player), updated },
});
const taken = (match: string) => ({ state: "taken", match, notCounted: null }) as const;

beforeAll(giveDatabase);
afterAll(takeDatabase);
beforeEach(async () => {
  for (const player of ["ann", "ben"]) await kept.forgetAllOf(player);
});

test("a match that is over is kept once, and says what became of it", async () => {
  const heard = vi.fn();
  const stop = kept.onNewForHub(heard);
  await kept.keepSession(session("home-1", { ended: 5 }));
  await kept.keepSession(session("home-1", { ended: 9 }));
  expect(heard).toHaveBeenCalledTimes(2);
  expect(await kept.sessionsOf("ann")).toEqual([session("home-1", { ended: 5 })]);
  expect(await kept.sessionsOf("ben")).toEqual([]);
  await kept.markSession("home-1", { state: "refused", code: "log-too-long", detail: "" });
  expect((await kept.sessionKept("home-1"))?.handedIn.state).toBe("refused");
  stop();
});

test("of what the hub has taken the newest stay whole, and of all it is known what the hub calls them", async () => {
  for (let count = 0; count <= MOST; count++) {
    await kept.keepSession(session(`home-${count}`, { ended: count }));
    await kept.markSession(`home-${count}`, taken(`m${count}`));
  }
  await kept.keepSession(session("home-waits", { ended: 0 }));
  expect(await kept.sessionsOf("ann")).toHaveLength(MOST + 1);
  expect(await kept.sessionKept("home-0")).toBeUndefined();
  expect(await kept.sessionKept("home-waits")).toBeDefined();
  expect(await kept.arrivedAs("home-0")).toBe("m0");
  expect(await kept.arrivedAs("home-waits")).toBeUndefined();
});

test("what a guest of this device has is whoever's the hub says, wherever it names them", async () => {
  await kept.keepTable(table("home-t"));
  await kept.keepSession(session("home-1"));
  await kept.keepTakenHome({ hub: "ABCDEF", code: "home-t", player: "ann", match: "m1", count: 2 });
  await kept.moveKept("ann", "ben");
  expect(await kept.isAnythingOf("ann")).toBe(false);
  expect(await kept.tablesOf("ben")).toEqual([table("home-t", "ben")]);
  expect((await kept.sessionKept("home-1"))?.match.seats[0]?.player).toBe("ben");
  expect(await kept.roomsTakenHome("ben")).toHaveLength(1);
});

test.each([
  ["a table", () => kept.keepTable(table("home-t"))],
  ["a match that is over", () => kept.keepSession(session("home-1"))],
  [
    "a room to be left at the hub",
    () => kept.keepTakenHome({ hub: "ABCDEF", code: "home-t", player: "ann", match: "m1", count: 2 }),
  ],
  ["a match followed at the hub", () => kept.keepFollowed(followed("ABCDEF"))],
])("whoever has left no more than %s has left something", async (_, keep) => {
  expect(await kept.isAnythingOf("ann")).toBe(false);
  await keep();
  expect([await kept.isAnythingOf("ann"), await kept.isAnythingOf("ben")]).toEqual([true, false]);
  await kept.moveKept("ann", "ben");
  expect([await kept.isAnythingOf("ann"), await kept.isAnythingOf("ben")]).toEqual([false, true]);
});

test("whoever is forgotten leaves nothing behind, and others keep what they have", async () => {
  await kept.keepTable(table("home-a"));
  await kept.keepTable(table("home-b", "ben"));
  await kept.keepSession(session("home-1"));
  await kept.markSession("home-1", taken("m1"));
  for (const id of ["home-1", "m-of-the-hub"]) await kept.keepReport(id, { good: true });
  await kept.forgetAllOf("ann");
  expect(await kept.isAnythingOf("ann")).toBe(false);
  expect(await kept.arrivedAs("home-1")).toBeUndefined();
  expect(await kept.reportKept("home-1")).toBeUndefined();
  expect(await kept.reportKept("m-of-the-hub")).toBeUndefined();
  expect(await kept.tableKept("home-b")).toEqual(table("home-b", "ben"));
});

test("a later version has what this one has made, and makes none of it again", async () => {
  const opened = (version: number) => openDB<Kept>("later", version, { upgrade: addStores });
  const now = await opened(VERSION);
  const stores = [...now.objectStoreNames];
  now.close();
  expect([...(await opened(VERSION + 1)).objectStoreNames]).toEqual(stores);
});

test("the newest reports stay", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  for (let count = 0; count <= MOST; count++) {
    vi.setSystemTime(count);
    await kept.keepReport(`home-${count}`, count);
  }
  vi.useRealTimers();
  expect(await kept.reportKept("home-0")).toBeUndefined();
  expect(await kept.reportKept("home-1")).toBe(1);
});

test("of the matches that are followed at the hub the newest are kept, until they go home", async () => {
  for (let count = 0; count <= 10; count++) await kept.keepFollowed(followed(`R${count}`, 10 - count));
  await kept.keepFollowed({ ...followed("R0", 20), count: 3 });
  expect(await kept.followedAt("R0")).toMatchObject({ count: 3 });
  expect([await kept.followedAt("R10"), (await kept.followedOf("ann")).length]).toEqual([undefined, 10]);
  await kept.keepTakenHome({ hub: "R0", code: "home-m-R0", player: "ann", match: "m-R0", count: 3 });
  expect(await kept.followedAt("R0")).toBeUndefined();
  await kept.moveKept("ann", "ben");
  expect([(await kept.followedOf("ann")).length, (await kept.followedOf("ben")).length]).toEqual([0, 9]);
  await kept.forgetFollowed("R1");
  await kept.forgetAllOf("ben");
  expect([await kept.followedOf("ben"), await kept.roomsTakenHome("ben")]).toEqual([[], []]);
});

test("a page goes on with what a newer one has upgraded", async () => {
  await kept.keepSession(session("home-1"));
  const newer = await openDB<Kept>(NAME, VERSION + 1, { upgrade: addStores });
  await kept.keepSession(session("home-2"));
  expect(await kept.sessionsOf("ann")).toHaveLength(2);
  newer.close();
  await deleteDB(NAME);
});

test("an upgrade that other windows block is said, and done once they are closed", async () => {
  await deleteDB(NAME);
  const older = await openDB(NAME, 1, {
    upgrade(made) {
      made.createObjectStore("tables", { keyPath: "code" }).createIndex("player", "player");
      made.createObjectStore("sessions", { keyPath: "id" }).createIndex("player", "player");
      made.createObjectStore("taken", { keyPath: "hub" });
      made.createObjectStore("reports", { keyPath: "id" });
    },
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const writing = kept.keepTable(table("home-t")).catch((error: unknown) => error);
    const reading = kept.tablesOf("ann");
    await vi.waitUntil(() => vi.getTimerCount() > 0);
    await vi.advanceTimersByTimeAsync(4000);
    expect(await writing).toMatchObject({ code: "upgrade-blocked" });
    expect(await reading).toEqual([]);
    await expect(kept.keepTable(table("home-t"))).rejects.toMatchObject({ code: "upgrade-blocked" });
  } finally {
    vi.useRealTimers();
  }
  const shown = [["my-rooms"], ["handed-in", "m1"], ["history", "ann"]];
  for (const key of shown) queryClient.setQueryData(key, []);
  const heard = vi.fn();
  const stop = kept.onNewForHub(heard);
  older.close();
  await vi.waitUntil(() => kept.isReadable());
  stop();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(shown.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
  queryClient.clear();
  await kept.keepTable(table("home-t"));
  expect(await kept.tablesOf("ann")).toEqual([table("home-t")]);
});

test("a connection that fails late takes nothing from the one that was opened since", async () => {
  takeDatabase();
  const failing = database().catch(() => "failed");
  giveDatabase();
  const first = database();
  expect(await failing).toBe("failed");
  const connection = await first;
  expect(await database()).toBe(connection);
});
