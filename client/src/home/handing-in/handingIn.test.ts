import { expect, test, vi } from "vitest";
import { handIn } from "./handingIn";

/** The hub, in place before anything asks it. */
const hub = vi.hoisted(() => {
  const answers = vi.fn<(request: Request) => Promise<Response>>();
  vi.stubGlobal("fetch", answers);
  return answers;
});

const PLAYED = {
  player: "ann",
  seats: [{ for: "me" as const }],
  session: { id: "home-1", entries: [] },
  chosen: false,
};

const answering = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  hub.mockResolvedValueOnce(Response.json(body, { status, headers }));

const problem = (code: string, detail = "") => ({ code, detail });

test("a match is sent as it is kept, and known by the id that the hub gives it", async () => {
  answering(200, { match: "other", known: false, not_counted: "unwitnessed" });
  expect(await handIn(PLAYED)).toEqual({ state: "taken", match: "other", notCounted: "unwitnessed" });
  const [[sent] = []] = hub.mock.calls;
  expect([sent?.method, new URL(sent?.url ?? "").pathname]).toEqual(["POST", "/api/me/matches"]);
  expect(await sent?.json()).toEqual(PLAYED);
});

test.each([
  [422, "score-differs"],
  [409, "match-not-over"],
  [400, "malformed"],
])("what the hub will never take is refused with its reason: %i", async (status, code) => {
  answering(status, problem(code, "because"));
  expect(await handIn(PLAYED)).toEqual({ state: "refused", code, detail: "because" });
});

test("what is larger than the hub reads is too long a game", async () => {
  answering(413, problem("content-too-large", "because"));
  expect(await handIn(PLAYED)).toEqual({ state: "refused", code: "log-too-long", detail: "because" });
});

test("what the hub cannot take now is handed in later, when it says so", async () => {
  answering(429, problem("quota-spent"), { "Retry-After": "90" });
  const later = { state: "later", others: false };
  expect(await handIn(PLAYED)).toEqual({ ...later, code: "quota-spent", failed: false, seconds: 90 });
  answering(503, problem("store-away"), { "content-type": "application/problem+json" });
  expect(await handIn(PLAYED)).toEqual({ ...later, code: "store-away", failed: true, seconds: null });
  // A proxy speaks for a hub that does not answer.
  answering(503, {});
  expect(await handIn(PLAYED)).toEqual({ ...later, failed: true, seconds: null });
  answering(401, problem("no-player"));
  expect(await handIn(PLAYED)).toMatchObject({ state: "later", others: false });
});

test("a board that waits for my own attempt at it keeps no other match back", async () => {
  answering(403, problem("daily-first"));
  expect(await handIn(PLAYED)).toMatchObject({ state: "later", others: true });
});

test("without a hub it is handed in later", async () => {
  hub.mockRejectedValueOnce(new TypeError("no network"));
  expect(await handIn(PLAYED)).toMatchObject({ state: "later", others: false, seconds: null });
});
