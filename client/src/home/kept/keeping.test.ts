import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepingOf } from "./keeping";
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

const table = (updated: number) => ({ code: "home-1", updated }) as KeptTable;
const session = (id: string) => ({ id }) as KeptSession;

beforeEach(() => {
  vi.useFakeTimers();
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

test("of a player who is forgotten nothing is written later, neither table nor match", async () => {
  full = true;
  const keeping = begun();
  keeping.session(session("m1"));
  keeping.table(null);
  await keeping.settled();
  keeping.drop();
  expect(vi.getTimerCount()).toBe(0);
  full = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toEqual([]);
});
