import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connect, type RoomConnection } from "./connect";
import { answer, FakeTransport, room, view } from "./testing";
import { unansweredIn } from "./unanswered";
import { useMatch } from "./useMatch";

let transport: FakeTransport;
let connection: RoomConnection;

beforeEach(() => {
  sessionStorage.clear();
  transport = new FakeTransport();
  connection = connect(transport.open, unansweredIn("ABCDEF"));
});
afterEach(cleanup);

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
    act(() => transport.enters());
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
    act(() => transport.enters());
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
