import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import { answer, isLeft } from "./answers";
import { type KeptSession, type KeptTable, keepSession } from "./kept";
import { forgetMe } from "./me";
import { tablesPython } from "./workers";

afterEach(() => {
  forgetMe();
  vi.unstubAllGlobals();
});

const FILE = () => new Request("http://hub.test/api/sessions", { method: "POST", body: "{}" });

const MATCH = {
  ...{ id: "home-1", game: "nim", board: null, started: 1, ended: 2, seats: [], shown: [] },
  outcome: { reason: "cleared", scores: [], winners: [] },
};

/** A browser whose Python cannot be started. */
class NoPython {
  onmessage: ((event: { data: object }) => void) | null = null;
  postMessage() {
    this.onmessage?.({ data: { ready: false, error: "not kept" } });
  }
  terminate() {}
}

test("what Python here fails at is asked of the hub", async () => {
  vi.stubGlobal("Worker", NoPython);
  vi.stubGlobal("fetch", async () => Response.json({ computed: "server" }));
  expect(await (await answer(FILE())).json()).toEqual({ computed: "server" });
});

test("where there is no Python and no hub, the hub is what is missing", async () => {
  vi.stubGlobal("Worker", NoPython);
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("no network")));
  await expect(answer(FILE())).rejects.toThrow("no network");
});

test("a game that cannot be opened without Python says so, and not that the hub is away", async () => {
  vi.stubGlobal("Worker", NoPython);
  vi.stubGlobal("fetch", async () => Response.json({}));
  tablesPython().end();
  const body = JSON.stringify({ game: "nim", seats: [{ for: "me" }] });
  const answered = await answer(new Request("http://hub.test/api/rooms", { method: "POST", body }));
  expect([answered.status, (await answered.json()).code]).toEqual([503, "no-python"]);
});

test("a table whose match is over stays for a day", () => {
  const table = (phase: string, updated: number) => ({ room: { phase }, updated }) as KeptTable;
  const [now, long] = [1e12, 1e12 - 86_400_001];
  expect(
    [table("over", long), table("over", now), table("playing", long)].map((one) => isLeft(one, now)),
  ).toEqual([true, false, false]);
});

test("a match that the hub has taken stands in the history once, also before that is marked here", async () => {
  const kept = { id: "home-1", player: "ann", seats: [], handedIn: { state: "waiting" }, match: MATCH };
  await keepSession(kept as unknown as KeptSession);
  const at = (hub: object[]) => {
    vi.stubGlobal("fetch", async () => Response.json(hub));
    return answer(new Request("http://hub.test/api/players/ann/matches?count=20"));
  };
  const told = async (hub: object[]) =>
    ((await (await at(hub)).json()) as { match: string; handed_in: number | null }[]).map(
      ({ match, handed_in }) => [match, handed_in],
    );
  expect(await told([])).toEqual([["home-1", null]]);
  expect(await told([{ ...MATCH, match: "home-1", reason: "cleared", handed_in: 7 }])).toEqual([
    ["home-1", 7],
  ]);
});
