import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { TableNow } from "@/api/home";
import { room, view } from "@/connection/testing";
import type { KeptTable } from "@/home/kept/kept";
import { forgetAllOf, keepTable, roomsTakenHome, tableKept } from "@/home/kept/kept";
import { giveDatabase, takeDatabase } from "@/home/kept/testing";
import { forgetMe } from "@/home/player/me";
import type { ToPython } from "@/home/python/python";
import { tablesPython } from "@/home/python/workers";
import { takeHome } from "./socketOrHome";

const NOW: TableNow = {
  ...{ is: "table", frames: [room({ code: "home-m1" }), view()], due_ms: null, turn: null },
  ...{ kept: null, closed: false, over: null },
};

/** A Python that has every table. */
class FakeWorker {
  onmessage: ((event: { data: object }) => void) | null = null;
  postMessage({ id }: ToPython) {
    this.onmessage?.({ data: { id, text: JSON.stringify(NOW) } });
  }
  terminate() {}
}

const at = (...entries: number[]) => ({
  code: "home-m1",
  player: "bea",
  room: room({ code: "home-m1" }) as KeptTable["room"],
  toMove: [0],
  kept: { session: { id: "m1", entries } },
});
const taken = () =>
  takeHome({ hub: "ABCDEF", match: "m1", count: 2, ranked: false, table: { ...at(1, 2), updated: 0 } });

beforeAll(() => {
  giveDatabase();
  vi.stubGlobal("Worker", FakeWorker);
  forgetMe();
  tablesPython().end();
});
beforeEach(() => forgetAllOf("bea"));
afterAll(() => {
  tablesPython().end();
  takeDatabase();
  vi.unstubAllGlobals();
});

test("the hub's room is to be left only once it is decided", async () => {
  const { keep, drop } = await taken();
  expect(await tableKept("home-m1")).toMatchObject(at(1, 2));
  expect(await roomsTakenHome("bea")).toEqual([]);
  await keep();
  expect(await roomsTakenHome("bea")).toEqual([
    { hub: "ABCDEF", code: "home-m1", player: "bea", match: "m1", count: 2 },
  ]);
  await drop();
});

test("what is dropped leaves nothing behind, and whoever is at the table is told", async () => {
  const { table, drop } = await taken();
  const heard: string[] = [];
  await table.enter((message) => heard.push(message.type));
  await drop();
  expect(heard.at(-1)).toBe("bye");
  expect([await tableKept("home-m1"), await roomsTakenHome("bea")]).toEqual([undefined, []]);
});

test("what another window has taken home and played on stays, also when it is dropped here", async () => {
  await keepTable({ ...at(1, 2, 3), updated: 0 });
  await (await taken()).drop();
  expect(await tableKept("home-m1")).toMatchObject(at(1, 2, 3));
});

test("what is behind the hub gives way", async () => {
  await keepTable({ ...at(1), updated: 0 });
  const { drop } = await taken();
  expect(await tableKept("home-m1")).toMatchObject(at(1, 2));
  await drop();
});
