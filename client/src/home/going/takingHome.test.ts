import { beforeEach, expect, test, vi } from "vitest";
import { room } from "@/connection/testing";
import type { KeptTable, TakenHome } from "@/home/kept/kept";
import { takeHome } from "./goingHome";

const tables = new Map<string, KeptTable>();
const rooms: TakenHome[] = [];
const lost = vi.fn();

vi.mock("@/home/kept/kept", () => ({
  tableKept: async (code: string) => tables.get(code),
  keepTable: async (table: KeptTable) => void tables.set(table.code, table),
  forgetTable: async (code: string) => void tables.delete(code),
  keepTakenHome: async (taken: TakenHome) => void rooms.push(taken),
}));
vi.mock("@/home/table/tables", () => ({ tableWith: async () => ({ lose: lost }) }));

const at = (...entries: number[]) => ({
  code: "home-m1",
  player: "ann",
  room: room({ code: "home-m1" }) as KeptTable["room"],
  toMove: [0],
  kept: { session: { id: "m1", entries } },
});
const taken = () =>
  takeHome({ hub: "ABCDEF", match: "m1", count: 2, ranked: false, table: { ...at(1, 2), updated: 0 } });

beforeEach(() => {
  tables.clear();
  rooms.length = 0;
  lost.mockClear();
});

test("the hub's room is to be left only once it is decided", async () => {
  const { keep } = await taken();
  expect(tables.get("home-m1")).toMatchObject(at(1, 2));
  expect(rooms).toEqual([]);
  await keep();
  expect(rooms).toEqual([{ hub: "ABCDEF", code: "home-m1", player: "ann", match: "m1", count: 2 }]);
});

test("what is dropped leaves nothing behind", async () => {
  await (await taken()).drop();
  expect([lost.mock.calls.length, tables.size, rooms.length]).toEqual([1, 0, 0]);
});

test("what another window has taken home and played on stays, also when it is dropped here", async () => {
  tables.set("home-m1", { ...at(1, 2, 3), updated: 0 });
  await (await taken()).drop();
  expect(tables.get("home-m1")).toMatchObject(at(1, 2, 3));
});

test("what is behind the hub gives way", async () => {
  tables.set("home-m1", { ...at(1), updated: 0 });
  await taken();
  expect(tables.get("home-m1")).toMatchObject(at(1, 2));
});
