import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Cell } from "@/game-kit";
import { recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import type { Rectangle } from "../types";
import { Board } from "./Board";
import { MarksLegend } from "./Chalk";

const POWERS = [
  [1, 2, 3],
  [4, 5, 6],
];
let chosen: [Cell, Cell][] = [];
let show: (powers: typeof POWERS) => void;

beforeAll(() => wordsOf("ten-exorcism"));
beforeEach(() => {
  chosen = [];
  const board = (powers: typeof POWERS) => (
    <Board board={powers} onSelect={(from, to) => chosen.push([from, to])} />
  );
  const rerender = renderWith(recordingHost("ten-exorcism"), board(POWERS));
  show = (powers) => rerender(board(powers));
});
afterEach(cleanup);

function press(...keys: string[]): void {
  for (const key of keys) fireEvent.keyDown(screen.getByRole("grid"), { key });
}

function sum(): string | undefined {
  return document.querySelector(".ten-sum")?.textContent ?? undefined;
}

test("cells are named by column letter and row number, with their power", () => {
  expect(screen.getAllByRole("gridcell").map((cell) => cell.getAttribute("aria-label"))).toEqual([
    "A1, 1",
    "B1, 2",
    "C1, 3",
    "A2, 4",
    "B2, 5",
    "C2, 6",
  ]);
});

test("arrows move, Space anchors, arrows extend, Space confirms", () => {
  press("ArrowRight", " ", "ArrowRight", "ArrowDown");
  expect(sum()).toBe("16");
  press(" ");
  expect(chosen).toEqual([
    [
      { row: 0, col: 1 },
      { row: 1, col: 2 },
    ],
  ]);
  expect(sum()).toBeUndefined();
});

test("Escape lets go without an attempt", () => {
  press(" ", "ArrowDown", "Escape", "ArrowRight");
  expect(sum()).toBeUndefined();
  expect(chosen).toEqual([]);
});

test("a single cell is not an attempt, and stays anchored", () => {
  press(" ", " ");
  expect(chosen).toEqual([]);
  expect(sum()).toBe("1");
});

test("Shift and an arrow begin and extend at once, and the edge is not passed", () => {
  fireEvent.keyDown(screen.getByRole("grid"), { key: "ArrowDown", shiftKey: true });
  press("ArrowDown", "End", "Enter");
  expect(chosen).toEqual([
    [
      { row: 0, col: 0 },
      { row: 1, col: 2 },
    ],
  ]);
});

test("a rectangle that is being dragged stays when the board changes under it", () => {
  const grid = screen.getByRole("grid");
  grid.getBoundingClientRect = () => ({ left: 0, top: 0, width: 30, height: 20 }) as DOMRect;
  grid.style.padding = "0px";
  const at = (x: number, y: number) => ({ clientX: x, clientY: y, pointerId: 1, button: 0 });
  fireEvent.pointerDown(grid, at(5, 5));
  fireEvent.pointerMove(grid, at(15, 15));
  expect(sum()).toBe("12");
  show([
    [1, 0, 3],
    [4, 0, 6],
  ]);
  expect(sum()).toBe("5");
  fireEvent.pointerUp(grid, at(15, 15));
  expect(chosen).toEqual([
    [
      { row: 0, col: 0 },
      { row: 1, col: 1 },
    ],
  ]);
});

test("the legend names the marks of an analysis that are there", () => {
  const named = () => screen.getAllByRole("listitem").map((mark) => mark.textContent);
  const legend = (...better: Rectangle[]) => <MarksLegend marks={{ played: [0, 0, 0, 1], better }} />;
  const rerender = renderWith(recordingHost("ten-exorcism"), legend([0, 0, 1, 0]));
  expect(named()).toEqual(["×taken", "1better, in this order"]);
  rerender(legend());
  expect(named()).toEqual(["×taken"]);
});
