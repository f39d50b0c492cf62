import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ME, queryClient } from "@/api/client";
import { formers, rememberMe } from "@/home/player/me";
import { keepHandingIn } from "./handingIn";
import { FakeKept } from "./testing";

/** The hub, in place before anything asks it: what it answers to "METHOD path". */
const hub = vi.hoisted(() => {
  const answers = new Map<string, (request: Request) => Response | Promise<Response>>();
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request | string) => {
    if (typeof request === "string") return Response.json({});
    const name = `${request.method} ${new URL(request.url).pathname}`;
    asked.push(name);
    const answer = answers.get(name);
    if (!answer) throw new TypeError("no network");
    return answer(request);
  });
  return { answers, asked };
});

const HAND_IN = "POST /api/me/matches";
const LOG = "GET /api/rooms/ABCDEF/session";
const LEAVE = "POST /api/rooms/ABCDEF/leave";

const answers = (name: string, status: number, body: object = {}, headers = {}) =>
  hub.answers.set(name, () => Response.json(body, { status, headers }));
/** The hub takes every match but this one. */
const takesAllBut = (id: string, status: number, code = "fault") =>
  hub.answers.set(HAND_IN, async (request) => {
    const { session } = (await request.json()) as { session: { id: string } };
    if (session.id === id)
      return Response.json({ code }, { status, headers: { ...PROBLEM, "Retry-After": "5" } });
    return Response.json({ match: "m9", known: false, not_counted: null });
  });
/** As the hub says it; a proxy says it without. */
const PROBLEM = { "content-type": "application/problem+json" };
const asked = () => hub.asked.splice(0);
const passes = (seconds: number) => vi.advanceTimersByTimeAsync(1000 * seconds);
/** A log at the hub by who did something: -1 is the clock, 1 a bot. */
const log = (id: string, ...seats: number[]) => ({
  seats: [{ for: "me" }, { for: "bot", level: "casual" }],
  session: { id, entries: seats.map((seat) => ({ seat })) },
});

let kept: FakeKept;
let stop = () => {};
const begins = async (player = "ann") => {
  rememberMe({ id: player } as never);
  stop = keepHandingIn(player, kept);
  await passes(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  kept = new FakeKept();
  hub.answers.clear();
  asked();
  answers(HAND_IN, 200, { match: "m9", known: false, not_counted: "unwitnessed" });
  answers(LOG, 200, log("m1", 0, 0));
  answers(LEAVE, 200);
});
afterEach(() => {
  stop();
  localStorage.clear();
  vi.useRealTimers();
});

test("what is finished is handed in, and then nothing more is asked", async () => {
  await begins();
  kept.finishes("home-1");
  await passes(0);
  expect(asked()).toEqual([HAND_IN]);
  expect(kept.states()).toEqual(["taken"]);
  await passes(10_000);
  expect(asked()).toEqual([]);
});

test("nothing is asked before the time that the hub gave, whatever is finished meanwhile", async () => {
  answers(HAND_IN, 429, { code: "quota-spent" }, { "Retry-After": "500" });
  kept.finishes("home-1");
  await begins();
  expect(asked()).toEqual([HAND_IN]);
  kept.finishes("home-2");
  dispatchEvent(new Event("online"));
  await passes(499);
  expect(asked()).toEqual([]);
  answers(HAND_IN, 200, { match: "m9", known: false, not_counted: null });
  await passes(1);
  expect(kept.states()).toEqual(["taken", "taken"]);
});

test.each([
  [429, "quota-spent"],
  [403, "banned"],
  [503, "store-away"],
])("what the hub answers stands with every match that waits: %i %s", async (status, code) => {
  answers(HAND_IN, status, { code }, { ...PROBLEM, "Retry-After": "500" });
  kept.finishes("home-1");
  kept.finishes("home-2");
  await begins();
  const waiting = { state: "waiting", code };
  expect(kept.sessions.map(({ handedIn }) => handedIn)).toEqual([waiting, waiting]);
  hub.answers.delete(HAND_IN);
  await passes(500);
  expect(kept.sessions.map(({ handedIn }) => handedIn)).toEqual([{ state: "waiting" }, { state: "waiting" }]);
});

test("a clock that is set back makes nothing wait longer", async () => {
  answers(HAND_IN, 429, { code: "quota-spent" }, { "Retry-After": "500" });
  kept.finishes("home-1");
  await begins();
  vi.setSystemTime(Date.now() - 400 * 24 * 3600 * 1000);
  answers(HAND_IN, 200, { match: "m9", known: false, not_counted: null });
  await passes(500);
  expect(kept.states()).toEqual(["taken"]);
});

test("a delay that is longer than a timer can wait does not last for ever", async () => {
  answers(HAND_IN, 429, { code: "quota-spent" }, { "Retry-After": "9999999" });
  kept.finishes("home-1");
  await begins();
  const looks = vi.spyOn(kept, "sessionsOf");
  await passes(1);
  expect(looks).not.toHaveBeenCalled();
});

test("a match at which the hub fails keeps no other back, and is sent more and more seldom", async () => {
  answers(HAND_IN, 503, { code: "work-failed" }, { ...PROBLEM, "Retry-After": "5" });
  kept.finishes("home-1");
  kept.finishes("home-2");
  await begins();
  expect(asked()).toEqual([HAND_IN]);
  takesAllBut("home-1", 503);
  await passes(5);
  expect(kept.states()).toEqual(["waiting", "taken"]);
  asked();
  await passes(1000);
  expect(asked().length).toBeLessThan(10);
});

/** Two matches, of which the hub does not take the first: it waits, and the second is handed in at once. */
async function firstWaits(status: number, code?: string) {
  takesAllBut("home-1", status, code);
  kept.finishes("home-1");
  kept.finishes("home-2");
  await begins();
  expect([asked(), kept.states()]).toEqual([
    [HAND_IN, HAND_IN],
    ["waiting", "taken"],
  ]);
}

test("after a fault at one match the next one is handed in at once", () => firstWaits(500));

test.each([
  [422, "rules-version"],
  [422, "format-version"],
  [404, "no-such-game"],
])(
  "what another hub, or the same one later, may take waits for that, and says so: %i %s",
  async (status, code) => {
    await firstWaits(status, code);
    expect(kept.sessions[0]?.handedIn).toEqual({ state: "waiting", code });
  },
);

test("nothing is handed in while another window is somebody else", async () => {
  await begins();
  rememberMe({ id: "bob" } as never);
  kept.finishes("home-1");
  kept.takesHome();
  await passes(100);
  expect([asked(), kept.states(), kept.rooms.length]).toEqual([[], ["waiting"], 1]);
});

test("whoever becomes somebody else meanwhile hands in nothing more", async () => {
  kept.finishes("home-1");
  kept.finishes("home-2");
  hub.answers.set(HAND_IN, () => {
    rememberMe({ id: "bob" } as never);
    return Response.json({ match: "m9", known: false, not_counted: null });
  });
  await begins();
  await passes(1000);
  expect([asked(), kept.states()]).toEqual([[HAND_IN], ["taken", "waiting"]]);
});

test("a match that waits for something of its own keeps no other back, and is not sent with each", async () => {
  hub.answers.set(HAND_IN, () => Response.json({ code: "daily-first" }, { status: 403 }));
  kept.finishes("home-1");
  await begins();
  answers(HAND_IN, 200, { match: "m9", known: false, not_counted: null });
  asked();
  kept.finishes("home-2");
  await passes(0);
  expect([asked(), kept.states()]).toEqual([[HAND_IN], ["waiting", "taken"]]);
  await passes(60);
  expect(kept.states()).toEqual(["taken", "taken"]);
});

test("whoever may not change anything for now hands in later, and sends one match until then", async () => {
  answers(HAND_IN, 403, { code: "banned" });
  kept.finishes("home-1");
  kept.finishes("home-2");
  kept.takesHome();
  await begins();
  expect([asked(), kept.states()]).toEqual([[HAND_IN], ["waiting", "waiting"]]);
});

test.each([
  ["as it was", log("m1", 0, 0)],
  ["with what clock and bots did since", log("m1", 0, 0, 1, -1)],
])("a room whose match goes on here is left at the hub, %s", async (_, there) => {
  answers(LOG, 200, there);
  kept.takesHome();
  await begins();
  expect([asked(), kept.rooms]).toEqual([[LOG, LEAVE], []]);
});

test.each([
  ["has gone on there", log("m1", 0, 0, 0)],
  ["is followed by another there", log("m2", 0, 0)],
])("a room whose match %s stays open", async (_, there) => {
  answers(LOG, 200, there);
  kept.takesHome();
  await begins();
  expect([asked(), kept.rooms]).toEqual([[LOG], []]);
});

test.each([
  [429, "too-fast"],
  [403, "daily-first"],
])(
  "a room is not left before its match is handed in, which leaves it by itself: %i",
  async (status, code) => {
    answers(HAND_IN, status, { code }, { "Retry-After": "9" });
    kept.takesHome();
    kept.finishes("m1");
    await begins();
    expect([asked(), kept.rooms.length]).toEqual([[HAND_IN], 1]);
    answers(HAND_IN, 200, { match: "m9", known: false, not_counted: null });
    await passes(9);
    expect([asked(), kept.rooms]).toEqual([[HAND_IN], []]);
  },
);

test("a room whose match the hub refused is left", async () => {
  answers(HAND_IN, 422, { code: "score-differs" });
  kept.takesHome();
  kept.finishes("m1");
  await begins();
  expect([asked(), kept.rooms]).toEqual([[HAND_IN, LOG, LEAVE], []]);
});

test("a room that the hub does not let go of keeps no match back", async () => {
  answers(LEAVE, 403, { code: "not-seated" });
  kept.takesHome();
  kept.finishes("home-1");
  await begins();
  expect([kept.states(), kept.rooms]).toEqual([["taken"], []]);
});

test.each([
  [403, "banned"],
  [429, "too-fast"],
  [503, "store-away"],
])("a room that cannot be left now is left later: %i %s", async (status, code) => {
  answers(LEAVE, status, { code });
  kept.takesHome();
  await begins();
  expect(kept.rooms.length).toBe(1);
  answers(LEAVE, 200);
  await passes(60);
  expect(kept.rooms).toEqual([]);
});

test("what another player of this browser took home is theirs to leave", async () => {
  kept.takesHome();
  await begins("bob");
  expect([asked(), kept.rooms.length]).toEqual([[], 1]);
});

test("what another window kept is found when this one is looked at, or the network is back", async () => {
  await begins();
  kept.sessions.push({ id: "home-1", player: "ann", session: {}, handedIn: { state: "waiting" } } as never);
  document.dispatchEvent(new Event("visibilitychange"));
  await passes(0);
  expect(kept.states()).toEqual(["taken"]);
  kept.sessions.push({ id: "home-2", player: "ann", session: {}, handedIn: { state: "waiting" } } as never);
  dispatchEvent(new Event("online"));
  await passes(0);
  expect(kept.states()).toEqual(["taken", "taken"]);
});

/** Somebody was here, finished a game, and the hub says that this is Bob. */
const becomesBob = async (before: string, recoverable = true) => {
  kept.finishes("home-1", { player: before, match: { seats: [{ player: before, name: "Ann" }] } });
  rememberMe({ id: before, recoverable, account: false } as never);
  rememberMe(null);
  rememberMe({ id: "bob" } as never);
  await begins("bob");
};

test("what was kept under an id that the hub has forgotten is handed in by whoever is here now", async () => {
  answers("GET /api/players/ann", 404, { code: "no-such-player" });
  await becomesBob("ann");
  expect([asked(), kept.states()]).toEqual([["GET /api/players/ann", HAND_IN], ["taken"]]);
  expect(kept.sessions[0]?.match.seats[0]).toEqual({ player: "bob", name: "Ann" });
  kept.finishes("home-2", { player: "ann" });
  await passes(0);
  expect(kept.states()).toEqual(["taken", "taken"]);
});

test.each(["home-guest", "guest-of-the-hub"])(
  "what somebody left who cannot come back is handed in by whoever is here now: %s",
  async (guest) => {
    await becomesBob(guest, false);
    expect([asked(), kept.states()]).toEqual([[HAND_IN], ["taken"]]);
  },
);

test("nobody who was here before is forgotten for another", async () => {
  kept.finishes("home-2", { player: "carl" });
  rememberMe({ id: "carl", recoverable: false, account: false } as never);
  answers("GET /api/players/ann", 200, { id: "ann" });
  await becomesBob("ann");
  expect(kept.states()).toEqual(["taken", "waiting"]);
});

test("what somebody left whom the hub still knows waits for them", async () => {
  answers("GET /api/players/ann", 200, { id: "ann" });
  await becomesBob("ann");
  expect([kept.states(), formers()]).toEqual([["waiting"], []]);
});

test("a hub that does not say whom it knows keeps nothing else back, and is asked again", async () => {
  answers("GET /api/players/ann", 503, { code: "store-away" }, PROBLEM);
  kept.finishes("home-2", { player: "bob" });
  await becomesBob("ann");
  expect(kept.states()).toEqual(["taken", "waiting"]);
  asked();
  kept.finishes("home-3", { player: "bob" });
  await passes(0);
  expect([asked(), kept.states()]).toEqual([[HAND_IN], ["taken", "waiting", "taken"]]);
  answers("GET /api/players/ann", 404);
  await passes(60);
  expect(kept.states()).toEqual(["taken", "taken", "taken"]);
});

test("a guest of this device hands in nothing: the hub does not know them", async () => {
  kept.finishes("home-1", { player: "home-guest" });
  await begins("home-guest");
  await passes(1000);
  expect([asked(), kept.states()]).toEqual([[], ["waiting"]]);
});

test("a hub that does not know me is asked who I am, after the game that I play", async () => {
  history.replaceState(null, "", "/room/home-2");
  answers(HAND_IN, 401, { code: "no-player" });
  let askedWho = 0;
  queryClient.setQueryDefaults(ME, { queryFn: async () => ({ id: "bob", times: ++askedWho }) });
  const watching = new QueryObserver(queryClient, { queryKey: ME });
  const stopWatching = watching.subscribe(() => {});
  await passes(0);
  kept.finishes("home-1");
  await begins();
  expect([askedWho, kept.states()]).toEqual([1, ["waiting"]]);
  history.replaceState(null, "", "/");
  await passes(5);
  expect([askedWho, kept.states()]).toEqual([2, ["waiting"]]);
  stopWatching();
  queryClient.clear();
});
