/** What is computed for drawing only; the rules are the server's. Tested on cases exported from Python. */
import type { TileView } from "./types";

export interface Tile {
  id: number;
  x: number;
  y: number;
  z: number;
  digit: number;
  /** None for a free tile, one that lies on top, or two at its sides. */
  heldBy: readonly number[];
}

export function tileOf([id, x, y, z, digit, heldBy]: TileView): Tile {
  return { id, x, y, z, digit, heldBy };
}

/** The free tiles that would make a pair with this one. */
export function partners(tiles: readonly Tile[], one: Tile): Tile[] {
  return tiles.filter((tile) => tile.id !== one.id && tile.digit === one.digit && tile.heldBy.length === 0);
}

/** The digits of a bit mask, bit 0 for the digit 1. */
export function digitsOf(mask: number): number[] {
  return [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => (mask >> (digit - 1)) & 1);
}
