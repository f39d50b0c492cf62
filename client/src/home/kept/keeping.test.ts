import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { anythingKept } from "@/api/ids";
import { keyOf } from "@/base";
import { dropQueuedOf, keepingOf } from "./keeping";
import type { KeptSession, KeptTable } from "./kept";

/** What a browser keeps, and whether it has space for more. */
let full: boolean;
let written: unknown[];
let said: number;

const write = async (what: unknown) => {
  if (full) throw new DOMException("no space", "QuotaExceededError");
  written.push(what);
};
const HERE = { keepSession: write, keepTable: write, forgetTable: write };
const begun = () =>
  keepingOf("home-1", HERE, () => {
    said += 1;
  });

const table = (updated: number) => ({ code: "home-1", player: "ann", updated }) as KeptTable;
const session = (id: string, player = "ann") => ({ id, player }) as KeptSession;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  [full, written, said] = [false, [], 0];
});
afterEach(() => vi.useRealTimers());

test("a match that is over and its table are written, in this order", async () => {
  const keeping = begun();
  keeping.session(session("m1"));
  keeping.table(null);
  await keeping.settled();
  expect(written).toEqual([session("m1"), "home-1"]);
  expect(said).toBe(0);
});

test("what could not be written is said once, and written as soon as it can be", async () => {
  full = true;
  const keeping = begun();
  for (const one of ["m1", "m2"]) {
    keeping.session(session(one));
    keeping.table(table(1));
    await keeping.settled();
  }
  expect(said).toBe(1);
  full = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toEqual([session("m1"), session("m2"), table(1)]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toHaveLength(3);
});

test("a table that is played in another window is not written here any more, a match that is over still is", async () => {
  full = true;
  const keeping = begun();
  keeping.session(session("m1"));
  keeping.table(table(1));
  await keeping.settled();
  keeping.elsewhere();
  full = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toEqual([session("m1")]);
});

const inAnotherWindow = async () => {
  const channel = new BroadcastChannel(keyOf("forgotten"));
  const heard = new BroadcastChannel(keyOf("forgotten"));
  const told = new Promise((hear) => {
    heard.onmessage = hear;
  });
  channel.postMessage("ann");
  await told;
  for (const one of [channel, heard]) one.close();
};

test.each([
  ["this window", async () => dropQueuedOf("ann")],
  ["another window", inAnotherWindow],
])("of a player who is forgotten in %s nothing is written later, of others it is", async (_where, forget) => {
  full = true;
  const keeping = begun();
  keeping.session(session("m1"));
  keeping.session(session("m2", "ben"));
  keeping.table(table(1));
  await keeping.settled();
  expect(anythingKept()).toBe(true);
  await forget();
  full = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toEqual([session("m2", "ben")]);
});
