/** The measures of the cloth on which pins, threads and boxes are drawn, in units of its own picture. */
import type { View } from "./types";

export const WIDE = 100;
export const HIGH = 120;
export const MARGIN = 50;

/** What of a view lies on the cloth; lessons lay smaller ones. */
export type Cloth = Pick<View, "h" | "v" | "boxes" | "last">;

export interface Span {
  x: number;
  y: number;
  length: number;
  flat: boolean;
}

export const pinX = (col: number): number => MARGIN + col * WIDE;
export const pinY = (row: number): number => MARGIN + row * HIGH;

export function sizeOf({ boxes }: Cloth): { width: number; height: number } {
  const [rows, cols] = [boxes.length, boxes[0]?.length ?? 0];
  return { width: cols * WIDE + 2 * MARGIN, height: rows * HIGH + 2 * MARGIN };
}

/** Where a line begins, its length and its direction. */
export function spanOf(name: string): Span {
  const flat = name[0] === "h";
  return {
    x: pinX(Number(name[2])),
    y: pinY(Number(name[1])),
    length: flat ? WIDE : HIGH,
    flat,
  };
}

/** Where a thread that was drawn along the x axis goes. */
export function transformOf(name: string): string {
  const { x, y, flat } = spanOf(name);
  return `translate(${x} ${y})${flat ? "" : " rotate(90)"}`;
}

/** Who drew a line: a seat, null for nobody; undefined if there is no such line. */
export function ownerOf(cloth: Cloth, name: string): number | null | undefined {
  return (name[0] === "h" ? cloth.h : cloth.v)[Number(name[1])]?.[Number(name[2])];
}

/** The names of all lines, strip by strip from the top: the flat ones of a row of pins, then the upright ones below. */
export function strips(cloth: Cloth): string[][] {
  return cloth.h.flatMap((flat, row) => [
    flat.map((_, col) => `h${row}${col}`),
    ...(cloth.v[row] ? [cloth.v[row].map((_, col) => `v${row}${col}`)] : []),
  ]);
}

export interface FilledBox {
  row: number;
  col: number;
  owner: number;
}

export function filledBoxes(cloth: Cloth): FilledBox[] {
  return cloth.boxes.flatMap((line, row) =>
    line.flatMap((owner, col) => (owner === null ? [] : [{ row, col, owner }])),
  );
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/** The line that a key moves to from another: along its strip, or to the strip above or below. Null for other keys. */
export function lineBeside(cloth: Cloth, name: string, key: string): string | null {
  const step = STEPS[key];
  if (!step) return null;
  const all = strips(cloth);
  const at = all.findIndex((strip) => strip.includes(name));
  const strip = all[at + step[0]];
  if (!strip) return name;
  const col = Number(name[2]) + step[1];
  return strip[Math.max(0, Math.min(strip.length - 1, col))] ?? name;
}
