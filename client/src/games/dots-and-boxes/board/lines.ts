/** Dots, lines and boxes: how they are named and where they lie.
 *
 * A line has the rules' name: `h23` is horizontal, row 2, column 3; `v23` vertical. A box is `b23`. Lengths are in units of
 * the board's picture.
 */
import { into, type Step } from "@/game-kit";
import type { Draw, View } from "../types";

/** The length of a line: boxes are square. */
export const SIDE = 100;
export const MARGIN = 50;

/** How many boxes a board has; lessons have smaller ones. */
export interface Size {
  rows: number;
  cols: number;
}

/** What lies on a board. */
export interface BoardState extends Size {
  /** The seat that owns a line or a box, by its name; nothing for what is free. */
  owners: Readonly<Record<string, number>>;
  /** The line that was drawn last. */
  last: string | null;
}

export function boardOf({ h, v, boxes, last }: View): BoardState {
  const owners = Object.entries({ h, v, b: boxes }).flatMap(([kind, lines]) =>
    lines.flatMap((line, row) =>
      line.flatMap((owner, col) => (owner === null ? [] : [[`${kind}${row}${col}`, owner] as const])),
    ),
  );
  return { rows: boxes.length, cols: boxes[0]?.length ?? 0, owners: Object.fromEntries(owners), last };
}

export const sizeOf = ({ rows, cols }: Size) => ({
  width: cols * SIDE + 2 * MARGIN,
  height: rows * SIDE + 2 * MARGIN,
});

/** How words, and the edges of the board, call a row or a column. */
export const labelOf = (index: number): string => `${index + 1}`;

/** The row and the column in a name. */
export const placeOf = (name: string): [row: number, col: number] => [Number(name[1]), Number(name[2])];

/** Where the dot lies at which a line begins, or the upper left one of a box. */
export function dotOf(name: string): { x: number; y: number } {
  const [row, col] = placeOf(name);
  return { x: MARGIN + col * SIDE, y: MARGIN + row * SIDE };
}

/** Brings what was drawn along the x axis to a line's place. */
export function transformOf(line: string): string {
  const { x, y } = dotOf(line);
  return `translate(${x} ${y})${line[0] === "h" ? "" : " rotate(90)"}`;
}

/** All lines from the top: the horizontal ones of a row of dots, then the vertical ones below it. */
export function lineRows({ rows, cols }: Size): string[][] {
  const named = (kind: string, row: number, count: number) =>
    Array.from({ length: count }, (_, col) => `${kind}${row}${col}`);
  return Array.from({ length: 2 * rows + 1 }, (_, row) =>
    row % 2 === 0 ? named("h", row / 2, cols) : named("v", (row - 1) / 2, cols + 1),
  );
}

/** The line that a key leads to from another: along its row, or to the row above or below. */
export function lineAfter(board: BoardState, line: string, [down, right]: Step): string {
  const all = lineRows(board);
  const at = all.findIndex((row) => row.includes(line));
  const row = all[into(at + down, all.length)] ?? [];
  return row[into(placeOf(line)[1] + right, row.length)] ?? line;
}

/** How far from a line a pointer still means it, in sides of a box. */
const REACH = 0.45;
/** Along a diagonal two lines are about equally near, and on a dot up to four: none is meant there. */
const DOUBT = 0.06;

/** The line nearest to a point, counted in sides of a box from the first dot; null where none is meant. */
export function lineAt(x: number, y: number, rows: number, cols: number): string | null {
  const [fromH, fromV] = [Math.abs(y - Math.round(y)), Math.abs(x - Math.round(x))];
  if (Math.max(fromH, fromV) < 2 * DOUBT) return null;
  const near = [
    { kind: "h", row: Math.round(y), col: Math.floor(x), far: fromH, last: [rows, cols - 1] as const },
    { kind: "v", row: Math.floor(y), col: Math.round(x), far: fromV, last: [rows - 1, cols] as const },
  ].filter(({ row, col, last }) => row >= 0 && row <= last[0] && col >= 0 && col <= last[1]);
  const [first, second] = near.sort((a, b) => a.far - b.far);
  if (!first || first.far > REACH) return null;
  return second && second.far - first.far < DOUBT ? null : `${first.kind}${first.row}${first.col}`;
}

/** The action that draws a line. */
export function drawOf(line: string): Draw {
  const [r0, c0] = placeOf(line);
  const [r1, c1] = line[0] === "h" ? [r0, c0 + 1] : [r0 + 1, c0];
  return { do: "draw", r0, c0, r1, c1 };
}

/** The line that an action draws. */
export function nameOf({ r0, c0, r1, c1 }: Draw): string {
  return `${r0 === r1 ? "h" : "v"}${Math.min(r0, r1)}${Math.min(c0, c1)}`;
}
