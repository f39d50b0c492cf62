import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeTransport, room, view } from "@/connection/testing";
import { connect, type RoomConnection } from "@/connection/useMatch";
import { socketOrHome } from "./goingHome";
import type { HomeTable } from "./tables";

/** Hears what is asked of it, and answers an entering page. */
class FakeTable {
  asked: unknown[] = [];
  async ask(asked: unknown) {
    this.asked.push(asked);
  }
  async enter(listener: (message: unknown) => void) {
    listener(room({ code: "home-1" }));
    listener(view({ seq: 1 }));
    return () => {};
  }
}

let hub: FakeTransport;
let table: FakeTable;
let taken: number;
let arriving: Promise<void>;
let connection: RoomConnection;

beforeEach(async () => {
  vi.useFakeTimers();
  const session = { id: "m1", started: 0, entries: [] };
  vi.stubGlobal("fetch", async () => Response.json({ seats: [{ for: "me" }], session }));
  [hub, table, taken, arriving] = [new FakeTransport(), new FakeTable(), 0, Promise.resolve()];
  const take = async () => {
    taken += 1;
    await arriving;
    return { table: table as unknown as HomeTable, drop: async () => {} };
  };
  connection = connect(socketOrHome("ABCDEF", hub.open, take, () => {}));
  hub.opens();
  hub.receives(room(), view());
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  connection.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a short loss is waited for", async () => {
  hub.breaks();
  await vi.advanceTimersByTimeAsync(4900);
  hub.opens();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(taken).toBe(0);
});

test("after a long one the match goes on at home, with what was not answered", async () => {
  hub.breaks();
  connection.submit(0, { do: "take" });
  await vi.advanceTimersByTimeAsync(5100);
  expect(hub.closed).toBe(true);
  expect(connection.snapshot()).toMatchObject({ status: "open", room: { code: "home-1" } });
  expect(table.asked).toMatchObject([{ ask: "hear", message: { type: "submit", action: { do: "take" } } }]);
});

test("it goes home once, however often the hub is tried meanwhile", async () => {
  let arrive = () => {};
  arriving = new Promise((resolve) => {
    arrive = resolve;
  });
  for (let tries = 0; tries < 5; tries++) {
    hub.breaks();
    await vi.advanceTimersByTimeAsync(6000);
  }
  expect(taken).toBe(1);
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.snapshot().room?.code).toBe("home-1");
});

test("a hub that is back before the table is ready has the match again", async () => {
  let arrive = () => {};
  arriving = new Promise((resolve) => {
    arrive = resolve;
  });
  hub.breaks();
  await vi.advanceTimersByTimeAsync(6000);
  hub.opens();
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(taken).toBe(1);
  expect(hub.closed).toBe(false);
  expect(connection.snapshot().room?.code).toBe("ABCDEF");
});

test("what the hub keeps to itself waits for the hub", async () => {
  hub.receives(view({ match: "m2" }));
  hub.breaks();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(taken).toBe(0);
  expect(connection.snapshot().status).toBe("lost");
});
