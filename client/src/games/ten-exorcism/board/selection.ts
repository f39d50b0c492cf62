/** A rectangle of the board: between which cells, what it sums to, and what is left without it. */
import { type Cell, cellName } from "@/game-kit";
import type { Powers } from "../pictures";
import type { Rectangle } from "../types";

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

/** Two opposite corners by name, for sentences. */
export function cornersOf([top, left, bottom, right]: Rectangle): { from: string; to: string } {
  return { from: cellName({ row: top, col: left }), to: cellName({ row: bottom, col: right }) };
}
