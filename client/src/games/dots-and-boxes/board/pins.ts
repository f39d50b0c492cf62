/** What a pointer means on the board: a pin, the thread between two neighbours, or two pins that no thread joins.
 *
 * Points are counted in sides of a box from the first pin. A pin is `d23`: row 2, column 3.
 */
import { lineAt, placeOf, type Size } from "./lines";

export interface Point {
  x: number;
  y: number;
}

export type Aim =
  | { kind: "line"; line: string }
  | { kind: "pin"; pin: string }
  /** Between pins that are no neighbours. */
  | { kind: "apart" }
  /** Off the board. */
  | { kind: "nothing" };

/** How far from a pin a pointer still means it: the threads between pins keep the other half. */
const PIN_REACH = 0.25;
/** How far off the board a pointer is still over it. */
const OUTSIDE = 0.5;
/** A pull that strays further from its row or column than so much of its way is a diagonal. */
const STRAY = 0.7;
/** Beyond so many sides a pull has passed the neighbour. */
const TOO_FAR = 1.5;

/** What a pointer means that is at a point. */
export function aimAt(point: Point, size: Size): Aim {
  const pin = pinAt(point, size);
  if (pin) return { kind: "pin", pin };
  const line = lineAt(point.x, point.y, size.rows, size.cols);
  if (line) return { kind: "line", line };
  return { kind: isOver(point, size) ? "apart" : "nothing" };
}

/** What a pointer means that pulls a thread from a pin: the neighbour in its direction, however far it still is. */
export function aimFrom(pin: string, point: Point, size: Size): Aim {
  const [row, col] = placeOf(pin);
  const [right, down] = [point.x - col, point.y - row];
  const [across, along] = [Math.abs(right), Math.abs(down)].sort((a, b) => a - b) as [number, number];
  if (Math.hypot(right, down) < PIN_REACH) return { kind: "pin", pin };
  if (!isOver(point, size)) return { kind: "nothing" };
  if (across > STRAY * along || along > TOO_FAR) return { kind: "apart" };
  const sideways = Math.abs(right) > Math.abs(down);
  const line = lineBetween(
    pin,
    sideways ? `d${row}${col + Math.sign(right)}` : `d${row + Math.sign(down)}${col}`,
    size,
  );
  return line ? { kind: "line", line } : { kind: "nothing" };
}

/** The line that joins two pins; null where they are no neighbours on the board. */
export function lineBetween(one: string, other: string, { rows, cols }: Size): string | null {
  const [[r0, c0], [r1, c1]] = [placeOf(one), placeOf(other)];
  if (one.length !== 3 || other.length !== 3 || Math.abs(r0 - r1) + Math.abs(c0 - c1) !== 1) return null;
  if (Math.max(r0, r1) > rows || Math.max(c0, c1) > cols) return null;
  return `${r0 === r1 ? "h" : "v"}${Math.min(r0, r1)}${Math.min(c0, c1)}`;
}

/** The lines that end at a pin. */
export function linesAt(pin: string, size: Size): string[] {
  const [row, col] = placeOf(pin);
  const around = [`d${row - 1}${col}`, `d${row}${col + 1}`, `d${row + 1}${col}`, `d${row}${col - 1}`];
  return around.flatMap((other) => lineBetween(pin, other, size) ?? []);
}

/** The two pins that a line joins. */
export function pinsOf(line: string): [string, string] {
  const [row, col] = placeOf(line);
  return [`d${row}${col}`, line[0] === "h" ? `d${row}${col + 1}` : `d${row + 1}${col}`];
}

function pinAt({ x, y }: Point, { rows, cols }: Size): string | null {
  const [row, col] = [within(y, rows), within(x, cols)];
  return Math.hypot(x - col, y - row) < PIN_REACH ? `d${row}${col}` : null;
}

const within = (value: number, most: number): number => Math.max(0, Math.min(most, Math.round(value)));

const isOver = ({ x, y }: Point, { rows, cols }: Size): boolean =>
  x > -OUTSIDE && y > -OUTSIDE && x < cols + OUTSIDE && y < rows + OUTSIDE;
