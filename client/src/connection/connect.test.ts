import { beforeEach, describe, expect, test } from "vitest";
import { connect, type RoomConnection } from "./connect";
import { answer, FakeTransport, room, view } from "./testing";
import { unansweredIn } from "./unanswered";

let transport: FakeTransport;
let connection: RoomConnection;

beforeEach(() => {
  sessionStorage.clear();
  transport = new FakeTransport();
  connection = connect(transport.open, unansweredIn("ABCDEF"));
});

describe("resending", () => {
  test("an action that was not answered is sent again with the same ref on every return", () => {
    transport.enters();
    connection.submit(0, { do: "take" });
    transport.breaks();
    transport.opens();
    transport.breaks();
    transport.opens();
    const [first, ...again] = transport.refs;
    expect(again).toEqual([first, first]);
  });

  test("one that was answered is not sent again", () => {
    transport.enters();
    connection.submit(0, { do: "take" });
    transport.receives(answer(transport.refs[0]));
    transport.breaks();
    transport.opens();
    expect(transport.refs).toHaveLength(1);
  });

  test("what is tried while the connection is lost waits and goes out in order", () => {
    transport.enters();
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
    transport.enters();
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
    transport.enters();
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
    transport.enters();
    connection.submit(0, { do: "first" });
    connection.submit(0, { do: "second" });
    transport.receives(answer(transport.refs[0]));
    transport.breaks();
    anew();
    transport.opens();
    transport.receives(room(), view({ seq: 2, last_ref: connection.snapshot().pending[0]?.ref ?? null }));
    expect(transport.sent).toEqual([]);
    anew();
    transport.enters();
    expect(transport.sent).toEqual([]);
  });

  test.each([
    ["another match", () => transport.receives(room({ match: "m2" }), view({ match: "m2" }))],
    ["no room any more", () => transport.receives({ type: "bye", code: "room-closed", retry_ms: null })],
    ["nobody signed in", () => transport.receives({ type: "bye", code: "signed-out", retry_ms: null })],
  ])("finds %s: nothing is sent, and nothing is kept", (_, found) => {
    transport.enters();
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
    transport.enters();
    connection.submit(0, { do: "take" });
    const { refs } = transport;
    transport.receives({ type: "bye", code, retry_ms: null });
    expect(connection.snapshot().status).toBe("ended");
    anew();
    transport.enters();
    expect(transport.refs).toEqual(refs);
  });

  test("in another room has nothing of this one, which keeps it until something else is left unanswered", () => {
    transport.enters();
    transport.breaks();
    connection.submit(0, { do: "take" });
    anew("GHJKLM");
    transport.enters();
    expect(transport.sent).toEqual([]);
    anew();
    expect(connection.snapshot().pending).toHaveLength(1);
  });

  test("keeps as much as a person plays without being answered, and no more", () => {
    transport.enters();
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
    transport.enters();
    connection.say("hello");
    transport.breaks();
    connection.say("oops");
    expect(transport.sent).toEqual([{ type: "say", phrase: "hello" }]);
  });
});
