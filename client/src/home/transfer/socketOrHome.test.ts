import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Problem, problemText } from "@/api/problem";
import { connect, type RoomConnection } from "@/connection/connect";
import { FakeTransport, room, view } from "@/connection/testing";
import { socketTo } from "@/connection/transport";
import { unansweredIn } from "@/connection/unanswered";
import type { Followed } from "@/home/kept/kept";
import { setPythonAvailable } from "@/home/python/availability";
import type { HomeTable } from "@/home/table/tables";
import * as notices from "@/ui/notices";
import { socketOrHome } from "./socketOrHome";

/** Hears what is asked of it, and answers an entering page. */
class FakeTable {
  asked: unknown[] = [];
  broken = false;
  async ask(asked: unknown) {
    this.asked.push(asked);
  }
  async enter(listener: (message: unknown) => void) {
    if (this.broken) throw new Error("Python has died");
    listener(room({ code: "home-m1" }));
    listener(view({ seq: 1 }));
    return () => {};
  }
}

let hub: FakeTransport;
let table: FakeTable;
let arriving: Promise<void>;
/** What was done, in order. */
let done: string[];
let connection: RoomConnection;

const take = async () => {
  done.push("take");
  await arriving;
  const note = (what: string) => async () => void done.push(what);
  return { table: table as unknown as HomeTable, keep: note("keep"), drop: note("drop") };
};
let kept: boolean | Promise<boolean>;
let before: Followed | undefined;
const store = () => ({ load: async () => before, keep: () => {}, forget: () => {} });
const home = { take, prepare: () => void done.push("prepare"), isKept: async () => kept, store };
const plays = () => connection.submit(0, { do: "take" });
const loses = async () => {
  hub.breaks();
  await vi.advanceTimersByTimeAsync(5100);
};
/** The table is not ready before this is called. */
const later = () => {
  let arrive = () => {};
  arriving = new Promise((resolve) => {
    arrive = resolve;
  });
  return async () => {
    arrive();
    await vi.advanceTimersByTimeAsync(0);
  };
};
const enters = async (ranked = false, more = {}) => {
  hub = new FakeTransport();
  connection = connect(socketOrHome("ABCDEF", hub.open, home), unansweredIn("ABCDEF"));
  hub.opens();
  hub.receives(room({ ranked, ...more }), view());
  // The log comes by way of a body that is read.
  for (let turn = 0; turn < 5; turn += 1) await vi.advanceTimersByTimeAsync(0);
};

beforeEach(async () => {
  sessionStorage.clear();
  vi.useFakeTimers();
  setPythonAvailable(true);
  const session = { id: "m1", started: 0, entries: [] };
  vi.stubGlobal("fetch", async () => Response.json({ seats: [{ for: "me" }], session }));
  [table, done, arriving, kept, before] = [new FakeTable(), [], Promise.resolve(), true, undefined];
  await enters();
});
afterEach(() => {
  connection.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a short loss is waited for", async () => {
  hub.breaks();
  plays();
  await vi.advanceTimersByTimeAsync(4900);
  hub.opens();
  hub.receives(view({ last_ref: hub.refs[0] ?? null }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual(["prepare"]);
});

test("after a long one the match goes on at home, with what was not answered", async () => {
  plays();
  await loses();
  expect(hub.closed).toBe(true);
  expect(done).toEqual(["prepare", "take", "keep"]);
  expect(connection.snapshot()).toMatchObject({ status: "open", room: { code: "home-m1" }, playOn: null });
  expect(table.asked).toMatchObject([
    { ask: "receive", message: { type: "submit", action: { do: "take" } } },
  ]);
  // Whoever opens the room at the hub again sends nothing there.
  expect([unansweredIn("ABCDEF").load(), unansweredIn("home-m1").load()]).toMatchObject([
    [],
    [{ match: "m1", action: { do: "take" } }],
  ]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toHaveLength(3);
});

test("what cannot go on at home says why", async () => {
  const said = vi.spyOn(notices, "notify").mockImplementation(() => {});
  arriving = Promise.reject(new Problem("no-python", "Python is not here", 503));
  arriving.catch(() => {});
  plays();
  await loses();
  expect(said).toHaveBeenCalledWith(problemText(new Problem("no-python", "", 503)));
  expect(connection.snapshot().status).toBe("lost");
  said.mockRestore();
});

test("it waits for whoever does nothing, and goes on with the next move", async () => {
  await loses();
  expect(done).toEqual(["prepare"]);
  plays();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.snapshot().room?.code).toBe("home-m1");
});

test("whether Python is kept is asked when the hub is lost: a page may be as new as its room", async () => {
  kept = false;
  plays();
  await loses();
  expect([done, connection.snapshot().playOn]).toEqual([[], null]);
  hub.opens();
  let look = (_kept: boolean) => {};
  kept = new Promise((resolve) => {
    look = resolve;
  });
  await loses();
  expect(done).toEqual([]);
  look(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.snapshot().room?.code).toBe("home-m1");
});

test("a room of the hub can go home before anybody has looked whether Python is kept", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push(new URL(request.url).pathname);
    return Response.json({ seats: [{ for: "me" }], session: { id: "m1", started: 0, entries: [] } });
  });
  setPythonAvailable(false);
  connection.close();
  await enters();
  expect(asked).toEqual([]);
  setPythonAvailable(true);
  kept = false;
  hub.receives(view());
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([]);
  kept = true;
  hub.receives(view());
  for (let turn = 0; turn < 5; turn += 1) await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(["/api/rooms/ABCDEF/session"]);
});

test("what counts stays at the hub until somebody asks for it", async () => {
  connection.close();
  done = [];
  await enters(true);
  plays();
  await loses();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(["prepare"]);
  const { playOn } = connection.snapshot();
  expect(playOn).toMatchObject({ ranked: true, transferring: false });
  const arrive = later();
  playOn?.go();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.snapshot().playOn?.transferring).toBe(true);
  await arrive();
  expect(connection.snapshot()).toMatchObject({ status: "open", room: { code: "home-m1" }, playOn: null });
});

test("nothing is on offer once the hub is back", async () => {
  await loses();
  expect(connection.snapshot().playOn).not.toBeNull();
  hub.opens();
  expect(connection.snapshot().playOn).toBeNull();
});

test("it goes home once, however often the hub is tried meanwhile", async () => {
  const arrive = later();
  plays();
  for (let tries = 0; tries < 5; tries++) {
    await loses();
    plays();
  }
  expect(done).toEqual(["prepare", "take"]);
  await arrive();
  expect(connection.snapshot().room?.code).toBe("home-m1");
});

test("a hub that is back before the table is ready has the match again", async () => {
  const arrive = later();
  plays();
  await loses();
  hub.opens();
  await arrive();
  expect(done).toEqual(["prepare", "take", "drop"]);
  expect(hub.closed).toBe(false);
  expect(connection.snapshot().room?.code).toBe("ABCDEF");
});

test("a page that is left before the table is ready leaves nothing behind", async () => {
  const arrive = later();
  plays();
  await loses();
  connection.close();
  await arrive();
  expect(done).toEqual(["prepare", "take", "drop"]);
});

test("a table that cannot be entered gives the match back to the hub", async () => {
  table.broken = true;
  plays();
  await loses();
  expect(done).toEqual(["prepare", "take", "drop"]);
  expect(hub).toMatchObject({ closed: false, reopened: 1 });
  hub.opens();
  expect(connection.snapshot()).toMatchObject({ status: "open", room: { code: "ABCDEF" } });
});

test("what the hub keeps to itself waits for the hub", async () => {
  hub.receives(view({ match: "m2" }));
  plays();
  await loses();
  expect(done).toEqual([]);
  expect(connection.snapshot()).toMatchObject({ status: "lost", playOn: null });
});

test.each([
  ["counts and hides something", {}],
  ["is a day's", { daily: "2026-11-17" }],
])("a match that %s says why it waits, where others could go on", async (_, more) => {
  vi.stubGlobal("fetch", async () => Response.json({ code: "stays-here" }, { status: 409 }));
  connection.close();
  await enters(true, more);
  await loses();
  expect(connection.snapshot()).toMatchObject({ status: "lost", playOn: null, notTransferable: true });
  hub.opens();
  expect(connection.snapshot().notTransferable).toBe(false);
  kept = false;
  await loses();
  expect(connection.snapshot().notTransferable).toBe(false);
});

test.each([true, false])(
  "a page that is loaded anew without the hub can go on, ranked: %s",
  async (ranked) => {
    connection.close();
    const session = { id: "m1", started: 0, entries: [] };
    before = {
      hub: "ABCDEF",
      match: "m1",
      count: 0,
      ranked,
      table: { code: "home-m1", kept: { opening: {}, session } },
    } as never;
    hub = new FakeTransport();
    done = [];
    connection = connect(socketOrHome("ABCDEF", hub.open, home), unansweredIn("ABCDEF"));
    await loses();
    expect(connection.snapshot()).toMatchObject({ status: "unreached", room: null, playOn: { ranked } });
    expect(done).toEqual(["prepare"]);
    connection.snapshot().playOn?.go();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.snapshot()).toMatchObject({ status: "open", room: { code: "home-m1" }, playOn: null });
  },
);

test("a page that is loaded anew without the hub goes on with the move that was not answered", async () => {
  hub.breaks();
  plays();
  const [{ ref } = { ref: "" }] = connection.snapshot().pending;
  connection.close();
  const session = { id: "m1", started: 0, entries: [] };
  const followed = { hub: "ABCDEF", match: "m1", count: 0, ranked: false };
  before = { ...followed, table: { code: "home-m1", kept: { opening: {}, session } } } as never;
  hub = new FakeTransport();
  connection = connect(socketOrHome("ABCDEF", hub.open, home), unansweredIn("ABCDEF"));
  await loses();
  expect(connection.snapshot()).toMatchObject({ status: "open", room: { code: "home-m1" } });
  expect(table.asked).toMatchObject([{ message: { type: "submit", ref, action: { do: "take" } } }]);
});

test("whoever leaves a room while connected takes nothing home", async () => {
  const sockets: FakeSocket[] = [];
  class FakeSocket extends EventTarget {
    static readonly OPEN = 1;
    readyState = 0;
    constructor() {
      super();
      sockets.push(this);
    }
    send() {}
    close() {
      this.readyState = 3;
    }
  }
  vi.stubGlobal("WebSocket", FakeSocket);
  const socket = socketTo("/api/rooms/ABCDEF/socket", { least: 300, most: 8000 });
  const left = connect(socketOrHome("ABCDEF", socket, home), unansweredIn("ABCDEF"));
  await vi.advanceTimersByTimeAsync(2000);
  const [opened] = sockets;
  if (!opened) throw new Error("nothing was opened");
  opened.readyState = FakeSocket.OPEN;
  opened.dispatchEvent(new Event("open"));
  for (const message of [room(), view()])
    opened.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  await vi.advanceTimersByTimeAsync(100);
  left.submit(0, { do: "take" });
  left.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual([]);
});
