import { act, cleanup, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import * as sound from "@/stage/sound";
import { useNewHost } from "@/stage/useNewHost";
import { Button } from "@/ui/controls/Button";
import * as notices from "@/ui/notices";
import type { RoomActions } from "./contract/host";
import type { Moment, Refused, SeatNow } from "./contract/types";
import { cellAfter, stepOf } from "./input/keys";
import { usePointer } from "./input/usePointer";
import { useRovingFocus } from "./input/useRovingFocus";
import { TimeLeft } from "./layout/TimeLeft";
import { playerNames } from "./match/playerNames";
import { useHelpWarning } from "./match/useHelpWarning";
import { useNewEntry } from "./match/useNewEntry";
import { useRefusal } from "./match/useRefusal";
import { recordingHost, renderWith, WithQueries, wordsOf } from "./testing";

beforeAll(() => wordsOf("ten-exorcism"));
afterEach(cleanup);

const moment = (seq: number): Moment<number, { do: string }> => ({
  match: "m1",
  seq,
  view: seq * 10,
  toMove: [0],
  scores: [0],
  outcome: null,
  last: seq === 0 ? null : { at_ms: 0, seat: 0, action: { do: `act ${seq}` } },
  clock: () => 0,
  dueMs: null,
});

test("a new entry is told once when it comes, not what was there before and not after a jump", () => {
  const heard = vi.fn();
  const { result, rerender } = renderHook(({ seq }) => useNewEntry(moment(seq), heard), {
    initialProps: { seq: 3 },
  });
  expect(result.current).toBeNull();
  rerender({ seq: 4 });
  expect(result.current).toMatchObject({ seq: 4, before: 30, after: 40, entry: { action: { do: "act 4" } } });
  rerender({ seq: 4 });
  rerender({ seq: 9 });
  expect(result.current).toBeNull();
  rerender({ seq: 8 });
  expect(heard).toHaveBeenCalledTimes(1);
});

test("the seconds until time is up are shown while a match goes on that has such a time, and the last ones stand out", () => {
  const host = recordingHost("ten-exorcism");
  const timed = (dueMs: number | null, outcome: Moment<number, unknown>["outcome"] = null) => (
    <TimeLeft moment={{ ...moment(1), dueMs, outcome }} />
  );
  const rerender = renderWith(host, timed(5_001));
  expect(screen.getByRole("timer", { name: "6 seconds left" }).dataset.short).toBe("false");
  rerender(timed(5_000));
  expect(screen.getByRole("timer", { name: "5 seconds left" }).dataset.short).toBe("true");
  rerender(timed(99_999_000));
  expect(screen.getByRole("timer").textContent).toBe("99999");
  rerender(timed(Number.MAX_SAFE_INTEGER * 1000));
  expect(screen.getByRole("timer", { name: "99999+ seconds left" }).textContent).toBe("99999+");
  rerender(timed(null));
  expect(screen.queryByRole("timer")).toBeNull();
  rerender(timed(5_000, { reason: "finished", scores: [1], winners: [0] }));
  expect(screen.queryByRole("timer")).toBeNull();
});

test("a refusal is told once for each, in the game's words or in those that all games share", () => {
  const host = recordingHost("ten-exorcism");
  function Told({ refused }: { refused: Refused<unknown> | null }) {
    useRefusal(refused);
    return null;
  }
  const refused = (count: number, code: string, facts = {}) => (
    <Told refused={{ count, action: {}, refusal: { code, facts } }} />
  );
  const rerender = renderWith(host, <Told refused={null} />);
  rerender(refused(1, "sum-not-ten", { sum: 9 }));
  rerender(refused(1, "sum-not-ten", { sum: 9 }));
  rerender(refused(2, "game-over"));
  rerender(refused(3, "never-heard-of"));
  expect(host.notified).toEqual(["The sum is 9, not ten.", "The game is over.", "That is not possible now."]);
  expect(host.played).toEqual(["no", "no", "no"]);
});

test("whatever a game's own telling of a refusal returns, the next refusal is told too", () => {
  const host = recordingHost("ten-exorcism");
  const codes: string[] = [];
  function Told({ count }: { count: number }) {
    const refused = count ? { count, action: {}, refusal: { code: `code-${count}`, facts: {} } } : null;
    useRefusal(refused, ({ refusal }) => codes.push(refusal.code) > 0 && undefined);
    useRefusal(refused, (() => false) as unknown as () => void);
    return null;
  }
  const rerender = renderWith(host, <Told count={0} />);
  for (const count of [1, 2, 3]) rerender(<Told count={count} />);
  expect(codes).toEqual(["code-1", "code-2", "code-3"]);
});

describe("the host", () => {
  test("announces nothing and plays no sound in a replay", () => {
    const announced = vi.spyOn(notices, "announce");
    const played = vi.spyOn(sound, "playSound");
    const { result } = renderHook(() => useNewHost("ten-exorcism", false, null), { wrapper: WithQueries });
    result.current.announce("hello");
    result.current.notify("hello");
    result.current.play("chalk");
    expect(announced).not.toHaveBeenCalled();
    expect(played).not.toHaveBeenCalled();
  });

  test("plays the game's own sounds and those that all games share, and no others", () => {
    const played = vi.spyOn(sound, "playSound");
    const { result } = renderHook(() => useNewHost("ten-exorcism", true, null), { wrapper: WithQueries });
    result.current.play("chalk");
    result.current.play("over");
    expect(played).toHaveBeenCalledTimes(2);
    expect(() => result.current.play("trumpet")).toThrow("no sound trumpet");
  });
});

describe("a pointer on a board", () => {
  const use = { begin: vi.fn(), move: vi.fn(), end: vi.fn(), cancel: vi.fn(), hover: vi.fn() };
  const at = (pointerId: number, x: number, pointerType = "touch") => ({
    pointerId,
    pointerType,
    clientX: x,
    clientY: 5,
    button: 0,
  });

  function Board({ clickFocuses }: { clickFocuses?: boolean }) {
    const board = useRef<HTMLButtonElement>(null);
    const placeAt = (right: number) => Math.floor(right * 10);
    const { handlers } = usePointer({ board, placeAt, ...use, clickFocuses });
    return <button type="button" ref={board} {...handlers} />;
  }

  function shown(): HTMLElement {
    for (const one of Object.values(use)) one.mockClear();
    render(<Board />);
    const board = screen.getByRole("button");
    board.getBoundingClientRect = () => ({ left: 0, top: 0, width: 100, height: 10 }) as DOMRect;
    return board;
  }

  test("begins, moves from place to place, and ends where it is lifted", () => {
    const board = shown();
    fireEvent.pointerDown(board, at(1, 12));
    fireEvent.pointerMove(board, at(1, 18));
    fireEvent.pointerMove(board, at(1, 31));
    fireEvent.pointerUp(board, at(1, 31));
    expect(use.begin.mock.calls).toEqual([[1]]);
    expect(use.move.mock.calls).toEqual([[3]]);
    expect(use.end.mock.calls).toEqual([[3]]);
  });

  test("a second finger neither begins, nor moves, nor ends anything", () => {
    const board = shown();
    fireEvent.pointerDown(board, at(1, 12));
    fireEvent.pointerDown(board, at(2, 80));
    fireEvent.pointerMove(board, at(2, 60));
    fireEvent.pointerUp(board, at(2, 60));
    expect([use.begin, use.move, use.end].map((one) => one.mock.calls.length)).toEqual([1, 0, 0]);
    fireEvent.pointerCancel(board, at(1, 12));
    expect(use.cancel).toHaveBeenCalledTimes(1);
  });

  test("a mouse hovers, a finger does not", () => {
    const board = shown();
    fireEvent.pointerMove(board, at(1, 25));
    fireEvent.pointerMove(board, at(1, 25, "mouse"));
    fireEvent.pointerLeave(board);
    expect(use.hover.mock.calls).toEqual([[2], [null]]);
  });

  test.each([true, false])(
    "a click focuses what lies under it only where that is asked for: %s",
    (clickFocuses) => {
      render(<Board clickFocuses={clickFocuses} />);
      expect(fireEvent.mouseDown(screen.getByRole("button"))).toBe(clickFocuses);
    },
  );
});

describe("keys", () => {
  const key = (name: string, more = {}) => ({
    key: name,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  });

  test("arrows go one step, Home and End to the edge, and the edge stops them", () => {
    const grid = { rows: 3, cols: 4 };
    const from = { row: 1, col: 1 };
    const to = (name: string) => cellAfter(grid, from, stepOf(key(name)) ?? [0, 0]);
    expect(to("ArrowUp")).toEqual({ row: 0, col: 1 });
    expect(to("End")).toEqual({ row: 1, col: 3 });
    expect(to("PageDown")).toEqual({ row: 2, col: 1 });
    expect(cellAfter(grid, { row: 0, col: 0 }, [-1, -1])).toEqual({ row: 0, col: 0 });
  });

  test("with Ctrl, or another key, nothing is meant", () => {
    expect(stepOf(key("ArrowUp", { ctrlKey: true }))).toBeNull();
    expect(stepOf(key("a"))).toBeNull();
  });

  test("one place can be reached by Tab, arrows take the focus to the others", () => {
    function Row() {
      const { around, place } = useRovingFocus("0", (from, [, right]) => {
        const to = Number(from) + right;
        return to >= 0 && to < 3 ? String(to) : null;
      });
      return (
        <div {...around}>
          {["0", "1", "2"].map((name) => (
            <button type="button" key={name} {...place(name)}>
              {name}
            </button>
          ))}
        </div>
      );
    }
    render(<Row />);
    const stops = () => screen.getAllByRole("button").map((one) => one.tabIndex);
    expect(stops()).toEqual([0, -1, -1]);
    act(() => screen.getByText("0").focus());
    fireEvent.keyDown(screen.getByText("0"), { key: "ArrowRight" });
    expect(document.activeElement?.textContent).toBe("1");
    expect(stops()).toEqual([-1, 0, -1]);
    fireEvent.keyDown(screen.getByText("1"), { key: "ArrowRight" });
    fireEvent.keyDown(screen.getByText("2"), { key: "ArrowRight" });
    expect(document.activeElement?.textContent).toBe("2");
  });

  test("when the place with the focus goes, the nearest that is left takes it", () => {
    function Row({ names }: { names: readonly number[] }) {
      const { around, place } = useRovingFocus("0", () => null);
      return (
        <div {...around}>
          {names.map((name) => (
            <button
              type="button"
              key={name}
              {...place(String(name))}
              ref={(button) => {
                if (button) button.getBoundingClientRect = () => new DOMRect(50 * name, 0, 40, 40);
              }}
            >
              {name}
            </button>
          ))}
        </div>
      );
    }
    const { rerender } = render(<Row names={[0, 1, 2, 3, 9]} />);
    const stop = () => screen.getAllByRole("button").find((one) => one.tabIndex === 0)?.textContent;
    rerender(<Row names={[1, 2, 3, 9]} />);
    expect([stop(), document.activeElement]).toEqual(["1", document.body]);
    act(() => screen.getByText("3").focus());
    rerender(<Row names={[1, 2, 9]} />);
    expect([stop(), document.activeElement?.textContent]).toEqual(["2", "2"]);
    act(() => screen.getByText("2").blur());
    rerender(<Row names={[1, 9]} />);
    expect([stop(), document.activeElement]).toEqual(["1", document.body]);
  });
});

describe("players", () => {
  const person = (name: string): SeatNow => ({ held_by: "player", name, player: name, present: true });
  const bot: SeatNow = { held_by: "bot", level: "skilled" };
  const { t } = recordingHost("ten-exorcism");

  test("two at one device, and several bots, are told apart", () => {
    const names = playerNames(t, [person("Ann"), person("Ann"), bot, bot], [0, 1]);
    expect(names.map(({ fullName }) => fullName)).toEqual(["Ann", "Friend B", "Bot C", "Bot D"]);
    expect(names.map(({ note }) => note)).toEqual(["you", "at this device", "Skilled", "Skilled"]);
  });

  test("who left is still named, and for whom a bot plays on; who was deleted is said as a name is", () => {
    const left: SeatNow = { held_by: "nobody", kept_for: "b", kept_name: "Ben" };
    const names = playerNames(t, [person("Ann"), left, { ...bot, kept_for: "c", kept_name: "Cleo" }], [0]);
    expect(names.map(({ fullName }) => fullName)).toEqual(["Ann", "Ben", "Bot"]);
    expect(names.map(({ note }) => note)).toEqual(["you", "left", "for Cleo"]);
    expect(
      playerNames(t, [person("a player who left"), { held_by: "nobody" }], []).map(({ name }) => name),
    ).toEqual(["Somebody who was deleted", "Free seat"]);
  });

  test("namesakes have their letter, for whoever looks on and in a replay", () => {
    const names = playerNames(t, [person("Ann"), person("Ben"), person("Ann")], []);
    expect(names.map(({ fullName }) => fullName)).toEqual(["Ann A", "Ben", "Ann C"]);
    expect(names.map(({ name }) => name)).toEqual(["Ann", "Ben", "Ann"]);
  });
});

describe("help that ends ranking", () => {
  function Asking({ helped, help }: { helped: boolean; help: () => void }) {
    const { endsRanking, ask } = useHelpWarning(helped);
    return <Button onClick={() => ask(help)}>{endsRanking ? "ends ranking" : "help"}</Button>;
  }

  test.each([
    { ranked: true, helped: false, given: [0, 1, 2] },
    { ranked: true, helped: true, given: [1, 2, 3] },
    { ranked: false, helped: false, given: [1, 2, 3] },
  ])("is announced once before it is given: %j", ({ ranked, helped, given }) => {
    const host = recordingHost("nim", { room: { now: { ranked } } as RoomActions });
    let count = 0;
    renderWith(host, <Asking helped={helped} help={() => count++} />);
    const button = screen.getByRole("button");
    expect(button.textContent).toBe(ranked && !helped ? "ends ranking" : "help");
    const counts = given.map(() => {
      fireEvent.click(button);
      return count;
    });
    expect(counts).toEqual(given);
    expect(host.notified.length).toBe(ranked && !helped ? 1 : 0);
  });
});
