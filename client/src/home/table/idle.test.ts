import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableNow } from "@/api/home";
import { openTable } from "./tables";
import { fakeWorkers, now, type Workers } from "./testing";

const IDLE_MS = 180_000;
const { FakeWorker, workers } = fakeWorkers();
const newest = () => workers.at(-1) as Workers[number];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What comes of a question that the newest Python is asked, once it has answered. */
async function answered<T>(asking: Promise<T>, ...answers: TableNow[]): Promise<T> {
  await vi.advanceTimersByTimeAsync(0);
  for (const answer of answers) await newest().answers(answer);
  return asking;
}

/** A table at which somebody is. */
async function occupied(code: string) {
  const opening = openTable({ code, player: "ann", name: "Ann", game: "nim", seats: [{ for: "me" }] });
  const table = await answered(opening, now({ kept: { played: 1 } }));
  return {
    table,
    leave: await answered(
      table.enter(() => {}),
      now(),
    ),
  };
}

test("Python is there while somebody is at a table, and who comes back later has it taken up where it was", async () => {
  const { table, leave } = await occupied("home-1");
  const first = newest();
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect(first.ended).toBe(false);
  leave();
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(first.ended).toBe(true);
  const entering = table.enter(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(newest().asked).toMatchObject([{ ask: "take-up", kept: { played: 1 } }, { ask: "enter" }]);
  const leaveAgain = await answered(entering, now(), now());
  leaveAgain();
});

test("a table that is closed needs no Python, though its page is still there", async () => {
  const { table } = await occupied("home-2");
  await answered(table.ask({ ask: "leave" }), now({ frames: [], closed: true }));
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(newest().ended).toBe(true);
});
