import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BotTurn, Opening, TableNow } from "@/api/home";
import { Problem } from "@/api/problem";
import { room, view } from "@/connection/testing";
import * as notices from "@/ui/notices";
import { type HomeTable, openTable, tableToClose } from "./tables";
import { FakeLocks, fakeWorkers, now, type Workers } from "./testing";

const { FakeWorker, workers } = fakeWorkers();
const TURN: BotTurn = { game: "nim", session: { id: "m1", entries: [] }, seat: 1, level: "master" };
const asks = () => workers.map(({ asked }) => asked.map(({ ask }) => ask));
let count = 0;
let tables: Workers[number];
let table: HomeTable;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("Worker", FakeWorker);
  count += 1;
  const opening = openTable({
    code: `home-${count}`,
    player: "ann",
    name: "Ann",
    game: "nim",
    seats: [{ for: "me" }],
  });
  await vi.advanceTimersByTimeAsync(0);
  tables = workers.find(({ asked }) => asked[0]?.ask === "open") as Workers[number];
  await tables.answers(now());
  table = await opening;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function enter(answer: TableNow) {
  const heard: string[] = [];
  const entering = table.enter((message) => heard.push(message.type));
  await vi.advanceTimersByTimeAsync(0);
  await tables.answers(answer);
  return { heard, leave: await entering };
}

test("whoever enters hears the room and the view", async () => {
  const { heard } = await enter(now());
  expect(heard).toEqual(["room", "view"]);
});

test("a match of the hub is played under its id, and over it is found under its own", async () => {
  const matches: string[] = [];
  const entering = table.enter((message) => message.type === "view" && matches.push(message.match));
  await vi.advanceTimersByTimeAsync(0);
  await tables.answers(now());
  const leave = await entering;
  void table.ask({ ask: "receive", message: { type: "submit" } });
  await tables.answers(
    now({ frames: [view({ outcome: { reason: "finished", scores: [1], winners: [0] } })] }),
  );
  expect(matches).toEqual(["m1", "home-m1"]);
  leave();
});

test("a bot thinks elsewhere, and what it chose is played", async () => {
  await enter(now({ turn: TURN }));
  expect(asks()).toEqual([[], ["choose"]]);
  await workers[1]?.answers({ is: "found", value: { match: "m1", seq: 0, seat: 1, action: {} } });
  expect(asks()[0]).toEqual(["play"]);
  await tables.answers(now());
});

test("the same turn is thought about once", async () => {
  const { leave } = await enter(now({ turn: TURN }));
  void table.ask({ ask: "receive", message: { type: "ping" } });
  await tables.answers(now({ frames: [], turn: TURN }));
  expect(asks().flat()).toEqual(["choose"]);
  leave();
});

test("a bot that thinks is ended when everybody leaves, and thinks again for whoever comes back", async () => {
  const { leave } = await enter(now({ turn: TURN }));
  const thinker = workers.findLast(({ asked }) => asked[0]?.ask === "choose");
  leave();
  expect(thinker?.ended).toBe(true);
  expect(tables.ended).toBe(false);
  const { leave: leaveAgain } = await enter(now({ turn: TURN }));
  expect(workers.filter(({ ended, asked }) => !ended && asked[0]?.ask === "choose")).toHaveLength(1);
  leaveAgain();
});

test("a table that has failed and is opened anew stays open, and lets go of its lock when it is closed", async () => {
  const locks = new FakeLocks();
  vi.stubGlobal("navigator", { locks });
  const opening: Opening = {
    code: "home-x",
    player: "ann",
    name: "Ann",
    game: "nim",
    seats: [{ for: "me" }],
  };
  const opens = async () => {
    const opened = openTable(opening);
    await vi.advanceTimersByTimeAsync(0);
    await tables.answers(now({ frames: [room({ code: "home-x" }), view()], due_ms: 500 }));
    return opened;
  };
  const first = await opens();
  // What nobody waited for fails.
  await vi.advanceTimersByTimeAsync(500);
  await tables.answers({ is: "failed", code: "malformed", detail: "" });
  expect(locks.held.size).toBe(0);
  const second = await opens();
  expect(second).not.toBe(first);
  first.lose();
  expect(await openTable(opening)).toBe(second);
  // It is played in another window.
  await locks.request("parlour.table home-x", { steal: true }, async () => {});
  await vi.advanceTimersByTimeAsync(0);
  const failing = openTable(opening);
  const refused = expect(failing).rejects.toThrow("malformed");
  await vi.advanceTimersByTimeAsync(0);
  await tables.answers({ is: "failed", code: "malformed", detail: "" });
  await refused;
  expect(locks.held.size).toBe(0);
});

test("a bot that cannot think is asked less and less often, and its player is told", async () => {
  const told = vi.spyOn(notices, "notify");
  const { leave } = await enter(now({ turn: TURN }));
  let asked = 0;
  for (let second = 0; second < 60; second += 1) {
    for (const { asked: waiting, ended } of workers)
      if (!ended && waiting[0]?.ask === "choose") {
        asked += 1;
        await workers
          .find((one) => one.asked === waiting)
          ?.answers({ is: "failed", code: "malformed", detail: "" });
      }
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect([asked, told.mock.calls.length]).toEqual([5, 1]);
  leave();
});

test("a thinker that takes too long is ended, and one that nobody needs is let go", async () => {
  const { leave } = await enter(now({ turn: TURN }));
  const thinking = () => workers.findLast(({ asked, ended }) => !ended && asked[0]?.ask === "choose");
  const slow = thinking();
  await vi.advanceTimersByTimeAsync(119_000);
  expect(slow?.ended).toBe(false);
  await vi.advanceTimersByTimeAsync(4000);
  expect(slow?.ended).toBe(true);
  const next = thinking();
  await next?.answers({ is: "found", value: { match: "m1", seq: 0, seat: 1, action: {} } });
  await tables.answers(now());
  await vi.advanceTimersByTimeAsync(179_000);
  expect(next?.ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect([next?.ended, tables.ended]).toEqual([true, false]);
  leave();
});

test("a bot that could not think is asked again", async () => {
  const { leave } = await enter(now({ turn: TURN }));
  const thinker = workers.findLast(({ asked, ended }) => !ended && asked[0]?.ask === "choose");
  await thinker?.answers({ is: "failed", code: "malformed", detail: "" });
  const waiting = () => workers.filter(({ ended, asked }) => !ended && asked[0]?.ask === "choose");
  expect(waiting()).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(3000);
  expect(waiting()).toHaveLength(1);
  leave();
});

test("time passes when it is due", async () => {
  await enter(now({ due_ms: 500 }));
  await vi.advanceTimersByTimeAsync(499);
  expect(tables.asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asks()[0]).toEqual(["pass-time"]);
  await tables.answers(now());
});

test("a table that is closed asks for nothing more", async () => {
  await enter(now({ due_ms: 500 }));
  void table.ask({ ask: "leave" });
  await tables.answers(now({ frames: [], closed: true, due_ms: 10, turn: TURN }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(tables.asked).toEqual([]);
});

test("where Python dies, another one takes the table up and is asked again", async () => {
  const { heard, leave } = await enter(now({ kept: { played: 1 } }));
  heard.length = 0;
  const moving = table.ask({ ask: "receive", message: { type: "act" } });
  tables.onmessage?.({ data: { ready: false, error: "out of memory" } });
  await vi.advanceTimersByTimeAsync(0);
  const next = workers.at(-1) as Workers[number];
  expect(next).not.toBe(tables);
  expect(next.asked.map(({ ask }) => ask)).toEqual(["take-up", "receive"]);
  await next.answers(now());
  await next.answers(now({ frames: [] }));
  await moving;
  expect(heard).toEqual(["room", "view"]);
  leave();
});

test("a Python that never answers is replaced once, and then it is said that something is wrong", async () => {
  const { leave } = await enter(now({ kept: { played: 1 } }));
  const moving = table.ask({ ask: "receive", message: { type: "act" } });
  const refused = expect(moving).rejects.toMatchObject({ code: "python-fault" });
  await vi.advanceTimersByTimeAsync(60_000);
  const next = workers.at(-1) as Workers[number];
  expect([tables.ended, next.asked.map(({ ask }) => ask)]).toEqual([true, ["take-up", "receive"]]);
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  expect(next.ended).toBe(true);
  leave();
});

test("a thinker that died is not asked again", async () => {
  const { leave } = await enter(now({ turn: TURN }));
  const thinker = workers.findLast(({ asked }) => asked[0]?.ask === "choose");
  thinker?.onmessage?.({ data: { ready: false, error: "out of memory" } });
  await vi.advanceTimersByTimeAsync(3000);
  const waiting = workers.filter(({ ended, asked }) => !ended && asked[0]?.ask === "choose");
  expect(waiting).toHaveLength(1);
  leave();
});

test("a table that cannot be taken up any more can be closed: it is forgotten", async () => {
  const forget = vi.fn(async () => {});
  const refused = async () => Promise.reject(new Problem("wrong-rules", "other rules", 409));
  expect(await tableToClose("home-9", refused, forget)).toBeNull();
  expect(forget).toHaveBeenCalledWith("home-9");
  const failed = async () => Promise.reject(new Problem("no-python", "not here", 503));
  await expect(tableToClose("home-8", failed, forget)).rejects.toThrow("no-python");
  expect(forget).toHaveBeenCalledTimes(1);
});
