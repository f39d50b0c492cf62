import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeTransport, room, view } from "./testing";
import { unansweredIn } from "./unanswered";
import { connect, type RoomConnection, useMatch } from "./useMatch";

let transport: FakeTransport;
let connection: RoomConnection;

beforeEach(() => {
  sessionStorage.clear();
  transport = new FakeTransport();
  connection = connect(transport.open, unansweredIn("ABCDEF"));
});
afterEach(cleanup);

const answer = (ref: string | undefined) =>
  ({ type: "answer", ref: ref ?? "", seq: 1, refused: null }) as const;

function entered(): void {
  transport.opens();
  transport.receives(room(), view());
}

describe("resending", () => {
  test("an action that was not answered is sent again with the same ref on every return", () => {
    entered();
    connection.submit(0, { do: "take" });
    transport.breaks();
    transport.opens();
    transport.breaks();
    transport.opens();
    const [first, ...again] = transport.refs;
    expect(again).toEqual([first, first]);
  });

  test("one that was answered is not sent again", () => {
    entered();
    connection.submit(0, { do: "take" });
    transport.receives(answer(transport.refs[0]));
    transport.breaks();
    transport.opens();
    expect(transport.refs).toHaveLength(1);
  });

  test("what is tried while the connection is lost waits and goes out in order", () => {
    entered();
    transport.breaks();
    connection.submit(0, { do: "first" });
    connection.submit(0, { do: "second" });
    expect(transport.sent).toEqual([]);
    transport.opens();
    expect(transport.sent.map((message) => (message.type === "submit" ? message.action : null))).toEqual([
      { do: "first" },
      { do: "second" },
    ]);
  });

  test("two actions never share a ref", () => {
    entered();
    connection.submit(0, { do: "take" });
    connection.submit(0, { do: "take" });
    expect(new Set(transport.refs).size).toBe(2);
  });
});

describe("a page that is loaded anew", () => {
  const anew = (code = "ABCDEF") => {
    connection.close();
    transport = new FakeTransport();
    connection = connect(transport.open, unansweredIn(code));
  };
  const actions = () => transport.sent.map((message) => (message.type === "submit" ? message.action : null));

  test("sends what was not answered with the same refs and in order, once it knows the match", () => {
    entered();
    connection.submit(0, { do: "first" });
    transport.breaks();
    connection.submit(0, { do: "second" });
    const refs = connection.snapshot().pending.map(({ ref }) => ref);
    anew();
    transport.opens();
    expect(transport.sent).toEqual([]);
    transport.receives(room(), view());
    expect(connection.snapshot().pending).toHaveLength(2);
    expect(actions()).toEqual([{ do: "first" }, { do: "second" }]);
    expect(transport.refs).toEqual(refs);
    transport.receives(view({ seq: 1 }));
    expect(transport.refs).toHaveLength(2);
  });

  test("sends nothing that was answered or shown, even if it was meanwhile lost again", () => {
    entered();
    connection.submit(0, { do: "first" });
    connection.submit(0, { do: "second" });
    transport.receives(answer(transport.refs[0]));
    transport.breaks();
    anew();
    transport.opens();
    transport.receives(room(), view({ seq: 2, last_ref: connection.snapshot().pending[0]?.ref ?? null }));
    expect(transport.sent).toEqual([]);
    anew();
    entered();
    expect(transport.sent).toEqual([]);
  });

  test.each([
    ["another match", () => transport.receives(room({ match: "m2" }), view({ match: "m2" }))],
    ["no room any more", () => transport.receives({ type: "bye", code: "room-closed", retry_ms: null })],
    ["nobody signed in", () => transport.receives({ type: "bye", code: "signed-out", retry_ms: null })],
  ])("finds %s: nothing is sent, and nothing is kept", (_, found) => {
    entered();
    transport.breaks();
    connection.submit(0, { do: "take" });
    anew();
    transport.opens();
    found();
    expect(transport.sent).toEqual([]);
    anew();
    expect(connection.snapshot().pending).toEqual([]);
  });

  test.each(["python-fault", "room-elsewhere"])("sends what was under way when it ended with %s", (code) => {
    entered();
    connection.submit(0, { do: "take" });
    const { refs } = transport;
    transport.receives({ type: "bye", code, retry_ms: null });
    expect(connection.snapshot().status).toBe("ended");
    anew();
    entered();
    expect(transport.refs).toEqual(refs);
  });

  test("in another room has nothing of this one, which keeps it until something else is left unanswered", () => {
    entered();
    transport.breaks();
    connection.submit(0, { do: "take" });
    anew("GHJKLM");
    entered();
    expect(transport.sent).toEqual([]);
    anew();
    expect(connection.snapshot().pending).toHaveLength(1);
  });

  test("keeps as much as a person plays without being answered, and no more", () => {
    entered();
    transport.breaks();
    for (let count = 0; count < 300; count++) connection.submit(0, { count });
    anew();
    expect(connection.snapshot().pending).toHaveLength(200);
    expect(connection.snapshot().pending[0]?.action).toEqual({ count: 0 });
  });
});

describe("what is not sent", () => {
  test("an action before there is a match, or after the room has ended", () => {
    transport.opens();
    connection.submit(0, { do: "take" });
    transport.receives(room(), view(), { type: "bye", code: "room-closed", retry_ms: null });
    connection.submit(0, { do: "take" });
    expect(transport.sent).toEqual([]);
    expect(transport.closed).toBe(true);
  });

  test("a phrase while the connection is lost", () => {
    entered();
    connection.say("hello");
    transport.breaks();
    connection.say("oops");
    expect(transport.sent).toEqual([{ type: "say", phrase: "hello" }]);
  });
});

describe("a match as React state", () => {
  const match = () => renderHook(() => useMatch("ABCDEF", "ann", connectTo)).result;
  const connectTo = () => connection;

  test("my seats are those I hold, and I can act when one of them is to move", () => {
    const result = match();
    const seats = [
      { held_by: "player", player: "bob" },
      { held_by: "player", player: "ann" },
    ] as const;
    act(() => {
      transport.opens();
      transport.receives(room({ seats: [...seats] }), view({ to_move: [1] }));
    });
    expect(result.current?.props?.mine).toEqual([1]);
    act(() => result.current?.props?.submit?.({ do: "take" }));
    expect(transport.sent).toMatchObject([{ type: "submit", seat: 1, match: "m1", action: { do: "take" } }]);
    act(() => transport.receives(view({ seq: 1, to_move: [0] })));
    expect(result.current?.props?.submit).toBeNull();
  });

  test("what was sent is pending until it is answered, through a loss of the connection", () => {
    const result = match();
    act(entered);
    act(() => result.current?.props?.submit?.({ do: "take" }));
    expect(result.current?.props?.pending).toEqual([{ do: "take" }]);
    act(() => transport.breaks());
    expect(result.current?.status).toBe("lost");
    expect(result.current?.props?.pending).toEqual([{ do: "take" }]);
    act(() => {
      transport.opens();
      transport.receives(view({ seq: 1, last_ref: transport.refs[0] ?? null }), answer(transport.refs[0]));
    });
    expect(result.current?.status).toBe("open");
    expect(result.current?.props?.pending).toEqual([]);
  });

  test("a refusal reaches the game once, and is gone in the next match", () => {
    const result = match();
    act(entered);
    act(() => result.current?.props?.submit?.({ do: "take" }));
    act(() => transport.receives({ ...answer(transport.refs[0]), refused: { code: "no" } }));
    expect(result.current?.props?.refused).toMatchObject({ action: { do: "take" }, refusal: { code: "no" } });
    act(() => transport.receives(view({ match: "m2" })));
    expect(result.current?.props?.refused).toBeNull();
  });

  test("leaving the page closes the connection", () => {
    const { unmount } = renderHook(() => useMatch("ABCDEF", "ann", connectTo));
    unmount();
    expect(transport.closed).toBe(true);
  });
});
