import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { connect, type RoomConnection } from "./connect";
import { ANSWER_MS, QUIET_MS } from "./heartbeat";
import { FakeTransport, room, view } from "./testing";
import { unansweredIn } from "./unanswered";

let transport: FakeTransport;
let connection: RoomConnection;

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
  transport = new FakeTransport();
  connection = connect(transport.open, unansweredIn("ABCDEF"));
  transport.opens();
  transport.receives(room(), view());
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

const answer = () => ({ type: "answer", ref: transport.refs.at(-1) ?? "", seq: 1, refused: null }) as const;

describe("a move that is not answered", () => {
  test("is taken for a lost connection within three seconds, is kept, and is sent again", () => {
    connection.submit(0, { do: "take" });
    vi.advanceTimersByTime(3000);
    expect(connection.snapshot()).toMatchObject({ status: "lost", pending: [{ action: { do: "take" } }] });
    expect(transport.reopened).toBe(1);
    transport.opens();
    expect(transport.refs).toEqual([transport.refs[0], transport.refs[0]]);
  });

  test("is waited for longer by and by, so that a slow server is not called again and again", () => {
    connection.submit(0, { do: "take" });
    vi.advanceTimersByTime(ANSWER_MS);
    transport.opens();
    vi.advanceTimersByTime(2 * ANSWER_MS - 1);
    expect(transport.reopened).toBe(1);
    vi.advanceTimersByTime(1);
    expect(transport.reopened).toBe(2);
  });

  test("keeps nobody waiting once it is answered", () => {
    connection.submit(0, { do: "take" });
    vi.advanceTimersByTime(ANSWER_MS - 1);
    transport.receives(answer());
    vi.advanceTimersByTime(ANSWER_MS);
    expect(transport.reopened).toBe(0);
  });
});

describe("a server that says nothing", () => {
  test("is asked whether it is there, and given up if it does not answer", () => {
    vi.advanceTimersByTime(QUIET_MS);
    expect(transport.sent).toEqual([{ type: "ping" }]);
    vi.advanceTimersByTime(ANSWER_MS);
    expect(connection.snapshot().status).toBe("lost");
  });

  test("and answers is asked again only after another silence", () => {
    vi.advanceTimersByTime(QUIET_MS);
    transport.receives({ type: "pong" });
    vi.advanceTimersByTime(QUIET_MS - 1);
    expect(transport.sent).toHaveLength(1);
    expect(transport.reopened).toBe(0);
    vi.advanceTimersByTime(1);
    expect(transport.sent).toHaveLength(2);
  });
});
