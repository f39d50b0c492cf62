import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import { Board } from "./Board";
import { BOX_HEIGHT, BOX_WIDTH, type BoardState, MARGIN } from "./lines";

const empty: BoardState = { rows: 2, cols: 2, owners: {}, last: null };
const started: BoardState = { ...empty, owners: { h00: 1 }, last: "h00" };

const draw = vi.fn();
const taken = vi.fn();

const shown = (board: BoardState, mayDraw: boolean) => (
  <Board board={board} seat={0} draw={mayDraw ? draw : null} taken={taken} />
);
let again: ReturnType<typeof renderWith>;

/** A board of which a unit is a pixel. */
function show(board: BoardState, mayDraw = true): Element {
  again = renderWith(recordingHost("dots-and-boxes"), shown(board, mayDraw));
  const picture = screen.getByRole("group");
  const [width, height] = [2 * BOX_WIDTH + 2 * MARGIN, 2 * BOX_HEIGHT + 2 * MARGIN];
  return Object.assign(picture, {
    clientLeft: 0,
    getBoundingClientRect: () => ({ left: 0, top: 0, width, height }),
  });
}

/** Where a pointer is, in sides of a box from the first dot. */
const at = (x: number, y: number, pointerType = "touch", pointerId = 1) => ({
  clientX: MARGIN + x * BOX_WIDTH,
  clientY: MARGIN + y * BOX_HEIGHT,
  pointerType,
  button: 0,
  pointerId,
});

const previews = () => document.querySelectorAll("[data-shown=h], [data-shown=v]").length;
const line = (name: string) => screen.getByRole("button", { name });

beforeAll(() => wordsOf("dots-and-boxes"));
beforeEach(() => {
  draw.mockClear();
  taken.mockClear();
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
    expect(taken.mock.calls).toEqual([["h00"]]);
    expect(document.querySelectorAll(".dots-shaken").length).toBe(1);
  });

  test("nothing happens when it is not my turn", () => {
    const board = show(empty, false);
    fireEvent.pointerDown(board, at(0.5, 0));
    fireEvent.pointerUp(board, at(0.5, 0));
    expect(previews()).toBe(0);
    expect(draw).not.toHaveBeenCalled();
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
    expect(taken.mock.calls).toEqual([["h00"]]);
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
