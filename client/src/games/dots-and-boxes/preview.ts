/** Which line a pointer means: for drawing only. Lines have the rules' names: `h23` is orientation, row, column. */
import type { Draw } from "./types";

/** How far from a line a pointer still means it, in sides of a box. */
const REACH = 0.45;
/** Along a diagonal two lines are about equally near, and on a pin up to four: none is meant there. */
const DOUBT = 0.06;

interface Near {
  name: string;
  far: number;
}

/** The line nearest to a point, counted in sides of a box from the first pin; null where none is meant. */
export function lineAt(x: number, y: number, rows: number, cols: number): string | null {
  const [flat, upright] = [Math.abs(y - Math.round(y)), Math.abs(x - Math.round(x))];
  if (Math.max(flat, upright) < 2 * DOUBT) return null;
  const found = [near("h", Math.round(y), Math.floor(x), flat, rows, cols - 1)];
  found.push(near("v", Math.floor(y), Math.round(x), upright, rows - 1, cols));
  const [first, second] = found.filter((line) => line !== null).sort((a, b) => a.far - b.far);
  if (!first || first.far > REACH) return null;
  return second && second.far - first.far < DOUBT ? null : first.name;
}

function near(way: string, row: number, col: number, far: number, rows: number, cols: number): Near | null {
  return row >= 0 && row <= rows && col >= 0 && col <= cols ? { name: `${way}${row}${col}`, far } : null;
}

/** The action that draws a line. */
export function drawOf(name: string): Draw {
  const [r0, c0] = [Number(name[1]), Number(name[2])];
  const flat = name[0] === "h";
  return { do: "draw", r0, c0, r1: flat ? r0 : r0 + 1, c1: flat ? c0 + 1 : c0 };
}

/** The line that an action draws. */
export function nameOf({ r0, c0, r1, c1 }: Draw): string {
  return `${r0 === r1 ? "h" : "v"}${Math.min(r0, r1)}${Math.min(c0, c1)}`;
}
