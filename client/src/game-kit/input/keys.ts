/** Keys that lead from place to place: one table of arrows for all boards. */
import type { KeyboardEvent } from "react";

/** How far down and how far right, as it is seen; infinite means to the edge. */
export type Step = readonly [down: number, right: number];

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
  PageUp: [Number.NEGATIVE_INFINITY, 0],
  PageDown: [Number.POSITIVE_INFINITY, 0],
};

/** Where a key leads; null for other keys, and with Ctrl, Alt or the system's key held. */
export function stepOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): Step | null {
  return event.ctrlKey || event.metaKey || event.altKey ? null : (STEPS[event.key] ?? null);
}

/** A place of a board of rows and columns. */
export interface Cell {
  readonly row: number;
  readonly col: number;
}

export interface Grid {
  readonly rows: number;
  readonly cols: number;
}

export function sameCell(a: Cell, b: Cell): boolean {
  return a.row === b.row && a.col === b.col;
}

/** A number brought into the range from 0 to `count - 1`. */
export const into = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

/** The cell nearest to a point given in cells, which may lie outside. */
export function nearestCell({ rows, cols }: Grid, row: number, col: number): Cell {
  return { row: into(Math.floor(row), rows), col: into(Math.floor(col), cols) };
}

/** The cell that a step leads to; the edge stops it. */
export function cellAfter(grid: Grid, { row, col }: Cell, [down, right]: Step): Cell {
  return nearestCell(grid, row + down, col + right);
}
