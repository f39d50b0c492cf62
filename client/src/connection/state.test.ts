import { describe, expect, test } from "vitest";
import type { FromServer } from "@/api/protocol";
import { type Connection, type LocalEvent, NOT_CONNECTED, reduce } from "./state";
import { room, view } from "./testing";

const received = (message: FromServer): LocalEvent => ({ type: "received", message, at: 0 });
const submitted = (ref: string, more: { match?: string; seat?: number } = {}): LocalEvent => ({
  type: "submitted",
  ref,
  match: "m1",
  seat: 0,
  action: { do: ref },
  ...more,
});
const stateAfter = (...events: LocalEvent[]): Connection => events.reduce(reduce, NOT_CONNECTED);
const refusal = { code: "no" };

describe("where a connection stands", () => {
  test("it connects, opens, and is lost once there is a room to come back to", () => {
    expect(stateAfter().status).toBe("connecting");
    expect(stateAfter({ type: "lost" }).status).toBe("unreached");
    expect(stateAfter({ type: "opened" }, received(room())).status).toBe("open");
    expect(stateAfter({ type: "opened" }, received(room()), { type: "lost" }).status).toBe("lost");
  });

  test("a farewell without a return ends it for good, one with a return does not", () => {
    const bye = (retry_ms: number | null) => received({ type: "bye", code: "room-closed", retry_ms });
    expect(stateAfter({ type: "opened" }, bye(null), { type: "lost" }).status).toBe("ended");
    expect(stateAfter({ type: "opened" }, bye(500)).status).toBe("open");
  });
});

describe("who sits there", () => {
  const seats = (...names: string[]) =>
    names.map((name) => ({ held_by: "player" as const, name, player: name, bot_due_ms: null }));
  const namesIn = (state: Connection) => state.seats.map(({ name }) => name);

  test("a match that is over keeps its seats until the next one is there", () => {
    const over = stateAfter(received(room({ seats: seats("Ann", "Ben") })), received(view()));
    const next = reduce(over, received(room({ seats: seats("Ben", "Ann"), match: "m2" })));
    expect(namesIn(next)).toEqual(["Ann", "Ben"]);
    expect(namesIn(reduce(next, received(view({ match: "m2" }))))).toEqual(["Ben", "Ann"]);
  });

  test("when a bot takes over is told on the page's clock of the match", () => {
    const seated = seats("Ann").map((seat) => ({ ...seat, bot_due_ms: 30_000, bot_from_ms: 20_000 }));
    const gone = room({ seats: seated });
    const waiting = stateAfter(received(gone), received(view({ now_ms: 6_000, began_ms: 5_000 })));
    expect(waiting.seats[0]?.bot_due_ms).toBe(25_000);
    expect(waiting.seats[0]?.bot_from_ms).toBe(15_000);
    expect(reduce(waiting, received(gone)).seats[0]?.bot_due_ms).toBe(25_000);
  });

  test("when the last entry came is counted from where play began", () => {
    const last = { at_ms: 25_000, seat: 0, action: { do: "finish" } };
    const over = stateAfter(received(view({ now_ms: 25_000, began_ms: 15_000, last })));
    expect(over.moment?.last?.at_ms).toBe(10_000);
  });
});

describe("an action on its way", () => {
  test("is pending until the view that shows it, or its answer, whichever comes first", () => {
    const two = stateAfter(received(view()), submitted("a"), submitted("b"));
    expect(two.pending.map(({ ref }) => ref)).toEqual(["a", "b"]);
    const shown = reduce(two, received(view({ seq: 1, last_ref: "a" })));
    expect(shown.pending.map(({ ref }) => ref)).toEqual(["b"]);
    const answered = reduce(shown, received({ type: "answer", ref: "b", seq: null, refused: refusal }));
    expect(answered.pending).toEqual([]);
  });

  test("that is refused says so with its seat and match, also where the view came first", () => {
    const now = stateAfter(
      received(view()),
      submitted("a", { seat: 1 }),
      received(view({ seq: 1, last_ref: "a" })),
      received({ type: "answer", ref: "a", seq: 1, refused: refusal }),
    );
    expect(now.refused).toMatchObject({ match: "m1", seat: 1, action: { do: "a" }, refusal });
  });

  test("each refusal counts anew", () => {
    const answer = (ref: string) => received({ type: "answer", ref, seq: null, refused: refusal });
    const first = stateAfter(received(view()), submitted("a"), answer("a"));
    const second = [submitted("b"), answer("b")].reduce(reduce, first);
    expect(second.refused?.count).toBeGreaterThan(first.refused?.count ?? 0);
  });

  test("that the server could not take comes back, and the fault is known", () => {
    const fault = { type: "fault", code: "malformed", detail: "what is this", ref: "a" } as const;
    const now = stateAfter(received(view()), submitted("a"), submitted("b"), received(fault));
    expect(now.pending.map(({ ref }) => ref)).toEqual(["b"]);
    expect(now.fault).toMatchObject(fault);
  });
});

describe("another match in the same room", () => {
  const refused = stateAfter(
    received(view()),
    submitted("a"),
    received({ type: "answer", ref: "a", seq: null, refused: refusal }),
    submitted("b"),
  );

  test("starts without the refusals and the pending actions of the one before", () => {
    const next = reduce(refused, received(view({ match: "m2" })));
    expect(next.refused).toBeNull();
    expect(next.pending).toEqual([]);
  });

  test("hears nothing of a late answer to the one before", () => {
    const late = received({ type: "answer", ref: "b", seq: null, refused: refusal });
    expect([received(view({ match: "m2" })), late].reduce(reduce, refused).refused).toBeNull();
  });

  test("a view of the same match keeps the refusal", () => {
    expect(reduce(refused, received(view({ seq: 1 }))).refused).toEqual(refused.refused);
  });
});

test("the last twenty things said are kept, each with its number", () => {
  const said = received({ type: "said", player: "bob", name: "Bob", phrase: "hello" });
  const now = stateAfter(...Array.from({ length: 25 }, () => said));
  expect(now.said).toHaveLength(20);
  expect(now.said.at(-1)?.count).toBe(25);
});

test("the clock of a moment runs on from the server's time", () => {
  const at = performance.now();
  const { moment } = reduce(NOT_CONNECTED, { type: "received", message: view({ now_ms: 5000 }), at });
  expect(moment?.clock()).toBeGreaterThanOrEqual(5000);
  expect(moment?.clock()).toBeLessThan(7000);
});
