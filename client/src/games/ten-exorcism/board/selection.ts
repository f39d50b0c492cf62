/** A rectangle in the making: between which cells, what it sums to, and how pointer and keys lead it. */
import { type KeyboardEvent, useState } from "react";
import { type Cell, cellAfter, stepOf } from "@/game-kit";
import type { Powers } from "../pictures";
import type { Rectangle } from "../types";
import type { Glass } from "./Chalk";

export function between(a: Cell, b: Cell): Rectangle {
  const [top, bottom] = [Math.min(a.row, b.row), Math.max(a.row, b.row)];
  return [top, Math.min(a.col, b.col), bottom, Math.max(a.col, b.col)];
}

export function sumIn(board: Powers, [top, left, bottom, right]: Rectangle): number {
  const inside = board.slice(top, bottom + 1).flatMap((row) => row.slice(left, right + 1));
  return inside.reduce((sum, power) => sum + power, 0);
}

/** The board after the ghosts in a rectangle have gone. */
export function without(board: Powers, [top, left, bottom, right]: Rectangle): Powers {
  const inside = (row: number, col: number) => row >= top && row <= bottom && col >= left && col <= right;
  return board.map((powers, row) => powers.map((power, col) => (inside(row, col) ? 0 : power)));
}

/** The board as it will be if the rules agree with what is on its way: ghosts go as soon as the hand lets go of them. */
export const previewed = (board: Powers, pending: readonly Rectangle[]): Powers =>
  pending.reduce((now, rectangle) => (sumIn(now, rectangle) === 10 ? without(now, rectangle) : now), board);

export function ghostsOn(board: Powers): number {
  return board.flat().filter((power) => power > 0).length;
}

export const columnName = (col: number): string => String.fromCharCode(65 + col);
export const rowName = (row: number): string => `${row + 1}`;

/** B3 is the second column, third row: as in the terminal, and on the edge of the board. */
export function cellName({ row, col }: Cell): string {
  return `${columnName(col)}${rowName(row)}`;
}

/** Two opposite corners by name, for sentences. */
export function cornersOf([top, left, bottom, right]: Rectangle): { from: string; to: string } {
  return { from: cellName({ row: top, col: left }), to: cellName({ row: bottom, col: right }) };
}

interface Held {
  /** The far corner of a selection made by keys, or where the keyboard is. */
  cursor: Cell;
  /** Where the selection was begun; null while nothing is selected. */
  anchor: Cell | null;
  /** Whether no pointer was used since the last key: the cursor and the focus are shown then. */
  keys: boolean;
}

export interface Selection extends Held {
  begin: (at: Cell, keys?: boolean) => void;
  /** Bring the far corner somewhere; without a selection only the cursor moves. */
  reach: (to: Cell, keys?: boolean) => void;
  /** End the selection; the keyboard goes on from there. */
  letGo: (at?: Cell) => void;
}

export function useSelection(): Selection {
  const [held, setHeld] = useState<Held>({ cursor: { row: 0, col: 0 }, anchor: null, keys: true });
  return {
    ...held,
    begin: (at, keys = false) => setHeld({ cursor: at, anchor: at, keys }),
    reach: (to, keys = false) => setHeld((now) => ({ ...now, cursor: to, keys })),
    letGo: (at) => setHeld((now) => ({ ...now, cursor: at ?? now.cursor, anchor: null })),
  };
}

/** Arrows move, Space anchors, arrows extend, Space again confirms, Escape lets go. */
export function keyPressed(
  event: KeyboardEvent<HTMLElement>,
  selection: Selection,
  glass: Glass,
  finish: () => void,
): void {
  const { anchor, cursor } = selection;
  const step = stepOf(event);
  if (step) {
    if (event.shiftKey && !anchor) selection.begin(cursor, true);
    selection.reach(cellAfter(glass, cursor, glass.turned ? [step[1], step[0]] : step), true);
  } else if (event.key === " " || event.key === "Enter") {
    if (anchor) finish();
    else selection.begin(cursor, true);
  } else if (event.key === "Escape" && anchor) selection.letGo();
  else return;
  event.preventDefault();
}
