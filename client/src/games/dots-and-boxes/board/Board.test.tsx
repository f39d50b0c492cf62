import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import { Board } from "./Board";
import { type BoardState, MARGIN, SIDE } from "./lines";

const empty: BoardState = { rows: 2, cols: 2, owners: {}, last: null };
const started: BoardState = { ...empty, owners: { h00: 1 }, last: "h00" };

const draw = vi.fn();
const refuse = vi.fn();

const shown = (board: BoardState, mayDraw: boolean) => (
  <Board board={board} seat={0} draw={mayDraw ? draw : null} refuse={refuse} />
);
let again: ReturnType<typeof renderWith>;

/** A board of which a unit is a pixel. */
function show(board: BoardState, mayDraw = true): Element {
  again = renderWith(recordingHost("dots-and-boxes"), shown(board, mayDraw));
  const picture = screen.getByRole("group");
  const side = 2 * SIDE + 2 * MARGIN;
  return Object.assign(picture, {
    clientLeft: 0,
    getBoundingClientRect: () => ({ left: 0, top: 0, width: side, height: side }),
  });
}

/** Where a pointer is, in sides of a box from the first dot. */
const at = (x: number, y: number, pointerType = "touch", pointerId = 1) => ({
  clientX: MARGIN + x * SIDE,
  clientY: MARGIN + y * SIDE,
  pointerType,
  button: 0,
  pointerId,
});

const previews = () => document.querySelectorAll(".dots-meant[data-shown=true]").length;
const line = (name: string) => screen.getByRole("button", { name });

beforeAll(() => wordsOf("dots-and-boxes"));
beforeEach(() => {
  draw.mockClear();
  refuse.mockClear();
});
afterEach(cleanup);

describe("drawing with a pointer", () => {
  test("pressing shows the line, sliding moves it, lifting draws it", () => {
    const board = show(empty);
    fireEvent.pointerDown(board, at(0.5, 0.1));
    expect(previews()).toBe(1);
    expect(draw).not.toHaveBeenCalled();
    fireEvent.pointerMove(board, at(1.1, 0.5));
    fireEvent.pointerUp(board, at(1.1, 0.5));
    expect(draw.mock.calls).toEqual([["v01"]]);
    expect(previews()).toBe(0);
  });

  test("a click focuses the line under it, from which arrows go on", () => {
    show(empty);
    expect(fireEvent.mouseDown(line("horizontal line, row 1, column 1, free"))).toBe(true);
  });

  test("sliding off lets go", () => {
    const board = show(empty);
    fireEvent.pointerDown(board, at(0.5, 0.1));
    fireEvent.pointerMove(board, at(0.5, 0.5));
    expect(previews()).toBe(0);
    fireEvent.pointerUp(board, at(0.5, 0.5));
    expect(draw).not.toHaveBeenCalled();
  });

  test("a second finger neither moves nor draws the line of the first", () => {
    const board = show(empty);
    fireEvent.pointerDown(board, at(0.5, 0));
    fireEvent.pointerDown(board, at(1, 0.5, "touch", 2));
    fireEvent.pointerMove(board, at(1, 1.5, "touch", 2));
    fireEvent.pointerUp(board, at(1, 1.5, "touch", 2));
    expect(draw).not.toHaveBeenCalled();
    fireEvent.pointerUp(board, at(0.5, 0));
    expect(draw.mock.calls).toEqual([["h00"]]);
  });

  test("a finger that is lost or let go by Escape draws nothing", () => {
    const board = show(empty);
    fireEvent.pointerDown(board, at(0.5, 0));
    fireEvent.pointerCancel(board, at(0.5, 0));
    fireEvent.pointerUp(board, at(0.5, 0));
    fireEvent.pointerDown(board, at(0.5, 0));
    fireEvent.keyDown(board, { key: "Escape" });
    expect(previews()).toBe(0);
    fireEvent.pointerUp(board, at(0.5, 0));
    expect(draw).not.toHaveBeenCalled();
  });

  test("a mouse sees the line before it presses", () => {
    const board = show(empty);
    fireEvent.pointerMove(board, at(0.5, 0.1, "mouse"));
    expect(previews()).toBe(1);
    fireEvent.pointerLeave(board);
    expect(previews()).toBe(0);
  });

  test("a line that is drawn is not drawn again, and the tap is felt", () => {
    const board = show(started);
    fireEvent.pointerDown(board, at(0.5, 0));
    expect(previews()).toBe(0);
    fireEvent.pointerUp(board, at(0.5, 0));
    expect(draw).not.toHaveBeenCalled();
    expect(refuse.mock.calls).toEqual([[{ why: "drawn", line: "h00" }]]);
    expect(document.querySelectorAll(".dots-shaken").length).toBe(1);
  });

  test("what is tried while it is not my turn is refused with the reason, and nothing is drawn", () => {
    const board = show(empty, false);
    press(board, [at(0.5, 0)]);
    press(board, [at(0, 0), at(1, 0)]);
    fireEvent.keyDown(line("horizontal line, row 1, column 1, free"), { key: "Enter" });
    expect(previews()).toBe(0);
    expect(draw).not.toHaveBeenCalled();
    expect(refuse.mock.calls).toEqual(Array(3).fill([{ why: "turn" }]));
    expect(document.querySelectorAll(".dots-refused").length).toBe(1);
  });

  test("between dots that are no neighbours there is no line, and that is shown", () => {
    const board = show(empty);
    press(board, [at(0.5, 0.5)]);
    expect(refuse.mock.calls).toEqual([[{ why: "apart" }]]);
    expect(document.querySelectorAll(".dots-refused").length).toBe(1);
  });
});

/** A pointer comes down, goes along some places and is lifted at the last. */
function press(board: Element, places: ReturnType<typeof at>[]): void {
  const [first, ...others] = places;
  fireEvent.pointerDown(board, first);
  for (const place of others) fireEvent.pointerMove(board, place);
  fireEvent.pointerUp(board, others.at(-1) ?? first);
}

const lit = () => document.querySelectorAll(".dots-lit").length;
const hinted = () => document.querySelectorAll(".dots-neighbour").length;

describe.each(["touch", "mouse", "pen"])("dragging a line from dot to dot with a %s", (kind) => {
  const here = (x: number, y: number, pointer = 1) => at(x, y, kind, pointer);

  test("a drag to a neighbour draws, and the line follows on the way", () => {
    const board = show(empty);
    fireEvent.pointerDown(board, here(0.1, 0.1));
    fireEvent.pointerMove(board, here(0.2, 0.2));
    expect(document.querySelectorAll(".dots-aimed[data-shown=true]").length).toBe(1);
    fireEvent.pointerMove(board, here(0.35, 0.1));
    expect(previews()).toBe(1);
    fireEvent.pointerUp(board, here(0.9, 0.2));
    expect(draw.mock.calls).toEqual([["h00"]]);
    expect(previews()).toBe(0);
  });

  test.each([
    ["a diagonal", [1, 1]],
    ["a far dot", [2, 0]],
  ] as const)("%s draws nothing and says so, and the dot is shaken", (_, [x, y]) => {
    const board = show(empty);
    fireEvent.pointerDown(board, here(0, 0));
    fireEvent.pointerMove(board, here(x, y));
    expect(document.querySelectorAll(".dots-dragged[data-shown=true]").length).toBe(1);
    fireEvent.pointerUp(board, here(x, y));
    expect(draw).not.toHaveBeenCalled();
    expect(refuse.mock.calls).toEqual([[{ why: "apart" }]]);
    expect(document.querySelectorAll(".dots-dot.dots-shaken").length).toBe(1);
    expect(document.querySelectorAll(".dots-refused").length).toBe(1);
  });

  test("a drag along a line that is there shakes it", () => {
    const board = show(started);
    press(board, [here(0, 0), here(1, 0)]);
    expect(draw).not.toHaveBeenCalled();
    expect(refuse.mock.calls).toEqual([[{ why: "drawn", line: "h00" }]]);
    expect(document.querySelectorAll(".dots-shaken").length).toBe(1);
  });

  test("a drag off the board, or back to its dot, lets go", () => {
    const board = show(empty);
    press(board, [here(0, 0), here(-0.9, 0)]);
    press(board, [here(0, 0), here(0.6, 0), here(0.1, 0)]);
    expect([draw.mock.calls, refuse.mock.calls, lit()]).toEqual([[], [], 0]);
  });

  test("a second finger changes nothing", () => {
    const board = show(empty);
    fireEvent.pointerDown(board, here(0, 0));
    press(board, [here(2, 2, 2), here(2, 1, 2)]);
    fireEvent.pointerUp(board, here(1, 0));
    expect(draw.mock.calls).toEqual([["h00"]]);
  });

  test("a dot and then its neighbour: the first is lit, its neighbours are hinted", () => {
    const board = show(started);
    press(board, [here(0, 0)]);
    expect([lit(), hinted()]).toEqual([1, 1]);
    press(board, [here(0.1, 1)]);
    expect(draw.mock.calls).toEqual([["v00"]]);
    expect(lit()).toBe(0);
  });

  test("a dot and then one that is no neighbour is refused with the reason; the first stays lit", () => {
    const board = show(empty);
    press(board, [here(0, 0)]);
    press(board, [here(1, 1)]);
    expect(refuse.mock.calls).toEqual([[{ why: "apart" }]]);
    expect(lit()).toBe(1);
    press(board, [here(1, 0)]);
    expect(draw.mock.calls).toEqual([["h00"]]);
  });

  test("a lit dot is let go by itself, beside it, outside the board, by Escape and when the turn is over", () => {
    const board = show(empty);
    const letGo = [
      () => press(board, [here(1, 1)]),
      () => press(board, [here(0.5, 0.5)]),
      () => fireEvent.pointerDown(document.body),
      () => fireEvent.keyDown(document.body, { key: "Escape" }),
      () => again(shown(empty, false)),
    ];
    for (const go of letGo) {
      press(board, [here(1, 1)]);
      expect(lit()).toBe(1);
      go();
      expect(lit()).toBe(0);
    }
    expect([draw.mock.calls, refuse.mock.calls]).toEqual([[], []]);
  });
});

test("a finger that came down before my turn draws nothing in it", () => {
  const board = show(empty, false);
  fireEvent.pointerDown(board, at(0.5, 0));
  again(shown(empty, true));
  fireEvent.pointerUp(board, at(0.5, 0));
  expect(draw).not.toHaveBeenCalled();
});

describe("drawing with keys", () => {
  test("arrows go along the row and to the rows above and below; Enter and Space draw", () => {
    show(empty);
    const first = line("horizontal line, row 1, column 1, free");
    expect(first.getAttribute("tabindex")).toBe("0");
    fireEvent.keyDown(first, { key: "ArrowRight" });
    fireEvent.keyDown(line("horizontal line, row 1, column 2, free"), { key: "ArrowDown" });
    const upright = line("vertical line, row 1, column 2, free");
    expect(document.activeElement).toBe(upright);
    fireEvent.keyDown(upright, { key: "Enter" });
    fireEvent.keyDown(upright, { key: "End" });
    fireEvent.keyDown(line("vertical line, row 1, column 3, free"), { key: " " });
    expect(draw.mock.calls).toEqual([["v01"], ["v02"]]);
  });

  test("the border stops the way, and a drawn line says whose it is", () => {
    show(started);
    const first = line("horizontal line, row 1, column 1, drawn by B");
    fireEvent.keyDown(first, { key: "ArrowUp" });
    fireEvent.keyDown(first, { key: "ArrowLeft" });
    fireEvent.keyDown(first, { key: "Enter" });
    expect(draw).not.toHaveBeenCalled();
    expect(refuse.mock.calls).toEqual([[{ why: "drawn", line: "h00" }]]);
  });

  test("a screen reader's click draws", () => {
    show(empty);
    fireEvent.click(line("vertical line, row 2, column 3, free"), { detail: 0 });
    expect(draw.mock.calls).toEqual([["v12"]]);
  });
});

test("a filled box has its owner's letter and a name", () => {
  show({ ...started, owners: { ...started.owners, b00: 2 } });
  const box = screen.getByRole("img", { name: "box, row 1, column 1, owned by C" });
  expect(box.textContent).toBe("C");
});
