import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { room, view } from "@/connection/testing";
import { forgetAllOf, tableKept } from "@/home/kept/kept";
import { giveDatabase, takeDatabase } from "@/home/kept/testing";
import { forgetMe, rememberMe } from "@/home/player/me";
import { lockTable } from "./tableLock";
import { closeTablesOf, openTable, tableWith } from "./tables";
import { FakeLocks, fakeWorkers, now } from "./testing";

const CODE = "home-taken-up";
const of = (player: string) => ({
  frames: [room({ code: CODE, host: player }), view()],
  kept: { opening: { player } },
});

const { FakeWorker, workers } = fakeWorkers();

beforeAll(() => {
  giveDatabase();
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(forgetMe);
afterAll(() => {
  takeDatabase();
  vi.unstubAllGlobals();
});

/** Python is asked this, and answers so. */
async function isAsked(ask: string, answer: object) {
  const found = () => workers.find(({ asked }) => asked[0]?.ask === ask);
  await vi.waitUntil(found);
  const request = found()?.asked[0];
  found()?.answers(now(answer));
  return request;
}

test("a table that a guest of this device opened is theirs, too, once the hub has said who they are", async () => {
  rememberMe({ id: "home-guest" } as never);
  const opening = openTable({
    code: CODE,
    player: "home-guest",
    name: "Guest",
    game: "nim",
    seats: [{ for: "me" }],
  });
  await isAsked("open", of("home-guest"));
  expect((await opening).roomNow().host).toBe("home-guest");
  rememberMe({ id: "ann" } as never);
  const entering = tableWith(CODE);
  expect((await isAsked("take-up", of("ann")))?.kept).toEqual({ opening: { player: "ann" } });
  expect((await entering).roomNow().host).toBe("ann");
  expect((await tableKept(CODE))?.player).toBe("ann");
  (await entering).lose();
});

test("a table of somebody who is forgotten does not write itself again", async () => {
  const opening = openTable({ code: CODE, player: "ann", name: "Ann", game: "nim", seats: [{ for: "me" }] });
  await isAsked("open", of("ann"));
  const table = await opening;
  const heard: string[] = [];
  const entering = table.enter((message) => heard.push(message.type));
  await isAsked("enter", of("ann"));
  await entering;
  await closeTablesOf("ann");
  await forgetAllOf("ann");
  expect(heard.at(-1)).toBe("bye");
  const asking = table.ask({ ask: "rematch" });
  await isAsked("rematch", of("ann"));
  await asking;
  await table.settled();
  expect(await tableKept(CODE)).toBeUndefined();
});

test("where nothing can be read nobody says that there is no such table", async () => {
  takeDatabase();
  await expect(tableWith(CODE)).rejects.toMatchObject({ code: "not-kept", status: 503 });
  giveDatabase();
  await expect(tableWith(CODE)).rejects.toMatchObject({ code: "no-such-room" });
});

describe("a table that another window takes", () => {
  const noHolder = { onRequested: () => {}, onStolen: () => {} };
  afterEach(() => {
    vi.restoreAllMocks();
    Reflect.deleteProperty(navigator, "locks");
  });

  /** A table of this window, with a change that waits for an earlier one to be written. */
  async function withQueuedChange(code: string, ends: string[]) {
    Object.defineProperty(navigator, "locks", { value: new FakeLocks(), configurable: true });
    const opening = openTable({ code, player: "ann", name: "Ann", game: "nim", seats: [{ for: "me" }] });
    const at = (moves: number) => ({
      frames: [room({ code, host: "ann" }), view()],
      kept: { opening: { player: "ann" }, moves },
    });
    await isAsked("open", at(0));
    const table = await opening;
    const entering = table.enter((message) => message.type === "bye" && ends.push(message.code));
    await isAsked("enter", at(0));
    await entering;
    const moves = [1, 2].map(() => table.ask({ ask: "receive", message: { type: "submit" } }));
    for (const count of [1, 2]) await isAsked("receive", at(count));
    await Promise.all(moves);
    return table;
  }

  test("is written to its last change before the other window reads it", async () => {
    const ends: string[] = [];
    await withQueuedChange("home-handed-over", ends);
    const release = await lockTable("home-handed-over", noHolder);
    expect((await tableKept("home-handed-over"))?.kept).toMatchObject({ moves: 2 });
    expect(ends).toEqual(["room-elsewhere"]);
    release();
  });

  test("is stolen from a window that does not answer in time", async () => {
    Object.defineProperty(navigator, "locks", { value: new FakeLocks(), configurable: true });
    const limit = new AbortController();
    const onStolen = vi.fn();
    await lockTable("home-stolen", { onRequested: () => limit.abort(), onStolen });
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
    const release = await lockTable("home-stolen", noHolder);
    expect(onStolen).toHaveBeenCalledOnce();
    release();
  });
});
