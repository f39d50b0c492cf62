import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import { Board } from "./Board";
import { type Cloth, HIGH, MARGIN, WIDE } from "./cloth";

const bare = (rows: number, cols: number) => Array.from({ length: rows }, () => Array<null>(cols).fill(null));
const empty: Cloth = { h: bare(3, 2), v: bare(2, 3), boxes: bare(2, 2), last: null };
const started: Cloth = { ...empty, h: [[1, null], ...empty.h.slice(1)], last: "h00" };

const draw = vi.fn();
const taken = vi.fn();

/** A board of which a unit is a pixel. */
function show(cloth: Cloth, acting: number | null = 0): Element {
  renderWith(
    recordingHost("dots-and-boxes"),
    <Board cloth={cloth} acting={acting} draw={draw} taken={taken} />,
  );
  const board = screen.getByRole("group");
  board.getBoundingClientRect = () =>
    ({ left: 0, top: 0, width: 2 * WIDE + 2 * MARGIN, height: 2 * HIGH + 2 * MARGIN }) as DOMRect;
  return board;
}

/** Where a pointer is, in sides of a box from the first pin. */
const at = (x: number, y: number, pointerType = "touch") => ({
  clientX: MARGIN + x * WIDE,
  clientY: MARGIN + y * HIGH,
  pointerType,
  button: 0,
  pointerId: 1,
});

const aimed = () => document.querySelectorAll("[data-aimed]").length;
const line = (name: string) => screen.getByRole("button", { name });

beforeAll(() => wordsOf("dots-and-boxes"));
beforeEach(() => {
  draw.mockClear();
  taken.mockClear();
});
afterEach(cleanup);

describe("drawing with a pointer", () => {
  test("pressing shows the thread, sliding moves it, lifting sets it", () => {
    const board = show(empty);
    fireEvent.pointerDown(board, at(0.5, 0.1));
    expect(aimed()).toBe(1);
    expect(draw).not.toHaveBeenCalled();
    fireEvent.pointerMove(board, at(1.1, 0.5));
    fireEvent.pointerUp(board, at(1.1, 0.5));
    expect(draw.mock.calls).toEqual([["v01"]]);
    expect(aimed()).toBe(0);
  });

  test("sliding off lets go", () => {
    const board = show(empty);
    fireEvent.pointerDown(board, at(0.5, 0.1));
    fireEvent.pointerMove(board, at(0.5, 0.5));
    expect(aimed()).toBe(0);
    fireEvent.pointerUp(board, at(0.5, 0.5));
    expect(draw).not.toHaveBeenCalled();
  });

  test("a mouse sees the thread before it presses", () => {
    const board = show(empty);
    fireEvent.pointerMove(board, at(0.5, 0.1, "mouse"));
    expect(aimed()).toBe(1);
    fireEvent.pointerLeave(board);
    expect(aimed()).toBe(0);
  });

  test("a line that is drawn is not drawn again, and the tap is felt", () => {
    const board = show(started);
    fireEvent.pointerDown(board, at(0.5, 0));
    expect(aimed()).toBe(0);
    fireEvent.pointerUp(board, at(0.5, 0));
    expect(draw).not.toHaveBeenCalled();
    expect(taken.mock.calls).toEqual([["h00"]]);
    expect(document.querySelectorAll(".dots-shaken").length).toBe(1);
  });

  test("nothing happens when it is not my turn", () => {
    const board = show(empty, null);
    fireEvent.pointerDown(board, at(0.5, 0));
    fireEvent.pointerUp(board, at(0.5, 0));
    expect(aimed()).toBe(0);
    expect(draw).not.toHaveBeenCalled();
  });
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
    expect(taken.mock.calls).toEqual([["h00"]]);
  });

  test("a screen reader's click draws", () => {
    show(empty);
    fireEvent.click(line("vertical line, row 2, column 3, free"), { detail: 0 });
    expect(draw.mock.calls).toEqual([["v12"]]);
  });
});

test("a filled box has its owner's letter and a name", () => {
  show({ ...started, boxes: [[2, null], ...started.boxes.slice(1)] });
  const box = screen.getByRole("img", { name: "box, row 1, column 1, owned by C" });
  expect(box.textContent).toBe("C");
});
