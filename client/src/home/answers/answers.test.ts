import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { http, request } from "@/api/client";
import { Problem } from "@/api/problem";
import { isServerUnreachable } from "@/api/reachable";
import { room } from "@/connection/testing";
import type { KeptTable } from "@/home/kept/kept";
import * as kept from "@/home/kept/kept";
import { forgetMe, rememberMe } from "@/home/player/me";
import * as workers from "@/home/python/workers";
import * as tables from "@/home/table/tables";
import { answer, isLeft } from "./answers";

afterEach(() => {
  forgetMe();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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

test("what fails on this device is told by its code, and does not count as the server's silence", async () => {
  vi.spyOn(kept, "sessionKept").mockRejectedValue(new Problem("upgrade-blocked", "other windows", 503));
  const params = { path: { match_id: "home-1" } };
  const asked = http.GET("/api/matches/{match_id}", { params, baseUrl: "http://hub.test", fetch: answer });
  await expect(request(asked)).rejects.toMatchObject({ code: "upgrade-blocked", status: 503 });
  expect(isServerUnreachable()).toBe(false);
});

describe("a Python that never answers", () => {
  /** The questions that were asked of it. */
  let asked: string[];
  class SilentPython {
    onmessage: ((event: { data: object }) => void) | null = null;
    constructor() {
      setTimeout(() => this.onmessage?.({ data: { ready: true } }));
    }
    postMessage({ text }: { text: string }) {
      asked.push(JSON.parse(text).ask);
    }
    terminate() {}
  }
  beforeEach(() => {
    asked = [];
    vi.useFakeTimers();
    vi.stubGlobal("Worker", SilentPython);
  });
  afterEach(() => void vi.useRealTimers());
  const SLOW = { body: "{slow}", method: "POST" };
  /** What a request is answered with after a minute. */
  async function afterAMinute(request: Request): Promise<Response> {
    const answered = answer(request);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(60_000);
    return answered;
  }

  test("leaves a file to the hub, and all that is asked of it after that", async () => {
    vi.stubGlobal("fetch", async () => Response.json({ computed: "server" }));
    const told = await afterAMinute(new Request("http://hub.test/api/sessions", SLOW));
    expect(await told.json()).toEqual({ computed: "server" });
    const steps = await answer(new Request("http://hub.test/api/sessions/steps", SLOW));
    expect(await steps.json()).toEqual({ computed: "server" });
    expect(asked).toEqual(["describe"]);
  });

  test("says so of a match that only this device has", async () => {
    vi.spyOn(kept, "sessionKept").mockResolvedValue({ session: {}, match: MATCH } as never);
    vi.spyOn(kept, "arrivedAs").mockResolvedValue(undefined);
    const told = await afterAMinute(new Request("http://hub.test/api/matches/home-1/steps"));
    expect([told.status, (await told.json()).code]).toEqual([503, "took-too-long"]);
  });
});

test("a match that is kept here does not wait for a hub that is there in name only", async () => {
  vi.spyOn(kept, "sessionKept").mockResolvedValue({ session: {}, match: MATCH, handedIn: {} } as never);
  vi.spyOn(kept, "arrivedAs").mockResolvedValue("m1");
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  vi.stubGlobal("fetch", async (_request: Request, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    return new Promise(() => {});
  });
  const answered = await answer(new Request("http://hub.test/api/matches/home-1"));
  expect(await answered.json()).toMatchObject({ id: "home-1" });
});

describe("a file that Python here cannot read", () => {
  /** What every question is answered with. */
  let says: object;
  let started: FailingPython[] = [];
  class FailingPython {
    onmessage: ((event: { data: object }) => void) | null = null;
    onerror: ((event: { message: string }) => void) | null = null;
    constructor() {
      started.push(this);
      setTimeout(() => this.onmessage?.({ data: { ready: true } }));
    }
    postMessage({ id }: { id: number }) {
      setTimeout(() => this.onmessage?.({ data: { id, ...says } }));
    }
    terminate() {}
  }
  beforeEach(() => void vi.stubGlobal("Worker", FailingPython));
  // A thinker that stayed alive would answer the tests of other files, too.
  afterEach(() => {
    for (const python of started) python.onerror?.({ message: "ended" });
    started = [];
  });
  const notHere = { text: JSON.stringify({ is: "failed", code: "not-here", detail: "no such game" }) };
  const asked = (body: string) =>
    answer(new Request("http://hub.test/api/sessions", { method: "POST", body }));
  const unreachable = async () => Promise.reject(new TypeError("no network"));

  test("for want of its game is the hub's, and refused only where the hub is unreachable", async () => {
    says = notHere;
    vi.stubGlobal("fetch", async () => Response.json({ computed: "server" }));
    expect(await (await asked("{foreign}")).json()).toEqual({ computed: "server" });
    vi.stubGlobal("fetch", unreachable);
    expect((await (await asked("{another foreign}")).json()).code).toBe("not-here");
  });

  test("because it fails is told as a fault of this device, not of the network", async () => {
    says = { error: "out of memory" };
    vi.stubGlobal("fetch", unreachable);
    expect((await (await asked("{large}")).json()).code).toBe("python-fault");
  });
});

test("where there is no Python and no hub, the hub is what is missing", async () => {
  vi.stubGlobal("Worker", NoPython);
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("no network")));
  await expect(answer(FILE())).rejects.toThrow("no network");
});

test("a game that cannot be opened without Python says so, and not that the hub is away", async () => {
  vi.stubGlobal("Worker", NoPython);
  vi.stubGlobal("fetch", async () => Response.json({}));
  workers.tablesPython().end();
  const body = JSON.stringify({ game: "nim", seats: [{ for: "me" }] });
  const answered = await answer(new Request("http://hub.test/api/rooms", { method: "POST", body }));
  expect([answered.status, (await answered.json()).code]).toEqual([503, "no-python"]);
});

test("a history has what was played at home where it belongs, on whichever page that is", async () => {
  const at = (ended: number) => ({ id: `home-${ended}`, started: ended - 1, ended, seats: [], shown: [] });
  const played = [95, 75, 35, 5].map((ended) => ({
    id: `home-${ended}`,
    player: "ann",
    match: { ...at(ended), game: "nim", outcome: null },
    handedIn: { state: kept.NOT_HANDED_IN },
  }));
  vi.spyOn(kept, "sessionsOf").mockResolvedValue(played as never);
  const hub = [90, 80, 70, 60, 50, 40, 30, 20].map((ended) => ({ match: `m${ended}`, reason: "won", ended }));
  vi.stubGlobal("fetch", async (request: Request) => {
    const before = new URL(request.url).searchParams.get("before");
    const from = before === null ? 0 : hub.findIndex(({ match }) => match === before) + 1;
    return Response.json(hub.slice(from, from + 3));
  });
  const page = async (before: string | null) => {
    const query = before === null ? "count=3" : `count=3&before=${before}`;
    const asked = new Request(`http://hub.test/api/players/ann/matches?${query}`);
    return ((await (await answer(asked)).json()) as { match: string }[]).map(({ match }) => match);
  };
  expect(await page(null)).toEqual(["home-95", "m90", "m80", "home-75", "m70"]);
  expect(await page("m70")).toEqual(["m60", "m50", "m40"]);
  expect(await page("m40")).toEqual(["home-35", "m30", "m20", "home-5"]);
  expect(await page("home-5")).toEqual([]);
});

test("a list of what is here does not wait for a hub that is there in name only", async () => {
  rememberMe({ id: "ann" } as never);
  const table = {
    code: "home-1",
    player: "ann",
    updated: Date.now(),
    room: room(),
    toMove: [],
  };
  vi.spyOn(kept, "tablesOf").mockResolvedValue([table] as never);
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  vi.stubGlobal("fetch", async (_request: Request, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    return new Promise(() => {});
  });
  const answered = await answer(new Request("http://hub.test/api/me/rooms"));
  expect(await answered.json()).toHaveLength(1);
});

test("a room at the hub whose match can go on here is listed while the hub is unreachable, and forgotten once it lists it no more", async () => {
  rememberMe({ id: "ann" } as never);
  const table = {
    code: "home-m1",
    player: "ann",
    updated: 5,
    room: room({ code: "home-m1", ranked: true }),
    toMove: [0],
  };
  vi.spyOn(kept, "tablesOf").mockResolvedValue([]);
  vi.spyOn(kept, "followedOf").mockResolvedValue([
    { hub: "ABCDEF", match: "m1", count: 0, ranked: true, table },
  ] as never);
  const forgotten = vi.spyOn(kept, "forgetFollowed").mockResolvedValue();
  const listed = async (fetch: () => Promise<Response>) => {
    vi.stubGlobal("fetch", fetch);
    return (await answer(new Request("http://hub.test/api/me/rooms"))).json();
  };
  const unreachable = () => Promise.reject(new TypeError("no network"));
  expect(await listed(unreachable)).toMatchObject([
    { room: { code: "ABCDEF", ranked: true }, updated: 5, my_turn: true },
  ]);
  expect(await listed(async () => Response.json([{ room: { code: "ABCDEF" }, updated: 6 }]))).toHaveLength(1);
  expect(forgotten).not.toHaveBeenCalled();
  expect(await listed(async () => Response.json([]))).toEqual([]);
  expect(forgotten.mock.calls).toEqual([["ABCDEF"]]);
});

test("the hub is not asked for a match at home: what is not kept here is nowhere", async () => {
  const hub = vi.fn(async () => Response.json({}));
  vi.stubGlobal("fetch", hub);
  const readable = vi.spyOn(kept, "isReadable").mockResolvedValue(true);
  const problems = async () => {
    const found = [];
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "/steps"],
      ["GET", "/result"],
      ["GET", "/analysis"],
      ["POST", "/analysis"],
      ["POST", "/solution"],
    ] as const) {
      const answered = await answer(new Request(`http://hub.test/api/matches/home-none${path}`, { method }));
      found.push((await answered.json()).code);
    }
    return new Set(found);
  };
  expect(await problems()).toEqual(new Set(["no-such-match"]));
  readable.mockResolvedValue(false);
  expect(await problems()).toEqual(new Set(["not-kept"]));
  expect(hub).not.toHaveBeenCalled();
});

test("a table whose match is over stays for a day", () => {
  const table = (phase: string, updated: number) => ({ room: { phase }, updated }) as KeptTable;
  const [now, long] = [1e12, 1e12 - 86_400_001];
  expect(
    [table("over", long), table("over", now), table("playing", long)].map((one) => isLeft(one, now)),
  ).toEqual([true, false, false]);
});

test("a match that the hub has taken stands in the history once, also before that is marked here", async () => {
  const played = { id: "home-1", player: "ann", seats: [], handedIn: { state: "waiting" }, match: MATCH };
  vi.spyOn(kept, "sessionsOf").mockResolvedValue([played as never]);
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

test("what is asked about a match that the hub has taken goes there with its text as the body, which no browser need stream", async () => {
  vi.spyOn(kept, "sessionKept").mockResolvedValue(undefined);
  vi.spyOn(kept, "arrivedAs").mockResolvedValue("m1");
  const bodies: unknown[] = [];
  const asked = new Request("http://hub.test/api/matches/home-1/try", { method: "POST", body: '{"seq":3}' });
  vi.stubGlobal(
    "Request",
    class extends Request {
      constructor(input: string, init: RequestInit) {
        super(input, init);
        bodies.push(init.body);
      }
    },
  );
  const hub = vi.fn(async ({ url, method }: Request) => Response.json({ url, method }));
  vi.stubGlobal("fetch", hub);
  const told = await (await answer(asked)).json();
  expect(told).toEqual({ url: "http://hub.test/api/matches/m1/try", method: "POST" });
  expect(bodies).toEqual(['{"seq":3}']);
});

test("a match of the hub whose analysis is worked out here says so, also on a page that was loaded anew", async () => {
  vi.spyOn(kept, "sessionKept").mockResolvedValue(undefined);
  vi.spyOn(kept, "arrivedAs").mockResolvedValue(undefined);
  const report = vi.spyOn(kept, "reportKept").mockResolvedValue(undefined);
  const hub = (analysis: string) => {
    const headers = { "x-kept": "1" };
    vi.stubGlobal("fetch", async () => Response.json({ id: "m1", analysis }, { headers }));
    return answer(new Request("http://hub.test/api/matches/m1"));
  };
  const state = async (analysis: string) => (await (await hub(analysis)).json()).analysis;
  expect(await state("possible")).toBe("possible");
  report.mockResolvedValue({ moves: [] });
  expect(await state("possible")).toBe("ready");
  expect(await state("none")).toBe("none");
  expect((await hub("possible")).headers.has("x-kept")).toBe(true);
});

test("a match of an unreachable hub whose log was read before is tried and saved here", async () => {
  vi.spyOn(kept, "sessionKept").mockResolvedValue(undefined);
  vi.spyOn(kept, "arrivedAs").mockResolvedValue(undefined);
  const tried = vi.spyOn(tables, "tryAtTable").mockResolvedValue({ roomNow: room } as never);
  const unreachable = async (asked: Request | string) => {
    if (asked !== "/api/matches/m1/session") throw new TypeError("no network");
    return new Response('{"log":1}');
  };
  vi.stubGlobal("fetch", unreachable);
  const body = JSON.stringify({ seq: 3 });
  const answered = await answer(new Request("http://hub.test/api/matches/m1/try", { method: "POST", body }));
  expect(answered.status).toBe(201);
  expect(tried.mock.calls[0]?.[0]).toMatchObject({ text: '{"log":1}', seq: 3 });
  const saved = await answer(new Request("http://hub.test/api/matches/m1/session?format=parlour"));
  expect(await saved.text()).toBe('{"log":1}');
  await expect(answer(new Request("http://hub.test/api/matches/m2/session"))).rejects.toThrow("no network");
});

describe("what a solver finds for a match", () => {
  const solution = { score: 3, bound: 4, computed: "browser" };
  const solve = (match: string) =>
    answer(new Request(`http://hub.test/api/matches/${match}/solution`, { method: "POST" }));
  beforeEach(() => void vi.spyOn(kept, "arrivedAs").mockResolvedValue(undefined));

  test("is worked out here, of what is kept here and of a match of the hub whose log can be had", async () => {
    const thought = vi.spyOn(workers, "think").mockResolvedValue(solution);
    vi.stubGlobal("fetch", async () => new Response('{"log":1}'));
    const found = vi.spyOn(kept, "sessionKept").mockResolvedValue(undefined);
    expect(await (await solve("m1")).json()).toEqual(solution);
    found.mockResolvedValue({ session: { log: 2 } } as never);
    expect(await (await solve("home-1")).json()).toEqual(solution);
    expect(thought.mock.calls).toEqual([
      [{ ask: "solve", text: '{"log":1}' }],
      [{ ask: "solve", text: '{"log":2}' }],
    ]);
  });

  test("is the hub's where this device fails, and a log that is not shown is no answer", async () => {
    vi.spyOn(kept, "sessionKept").mockResolvedValue(undefined);
    vi.spyOn(workers, "think").mockRejectedValue(new Problem("python-fault", "it died", 503));
    let status = 200;
    const hub = vi.fn(async (_asked: Request | string) => Response.json({ score: 5 }, { status }));
    vi.stubGlobal("fetch", hub);
    expect(await (await solve("m1")).json()).toEqual({ score: 5 });
    expect(hub.mock.calls.at(-1)?.[0]).toMatchObject({ method: "POST" });
    status = 409;
    expect((await solve("m1")).status).toBe(409);
  });
});
