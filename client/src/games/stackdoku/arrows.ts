/** From tile to tile by the arrow keys. */
import type { Tile } from "./preview";

export const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest of these tiles in the direction of an arrow; straight ahead counts double. */
export function towards(
  tiles: readonly Tile[],
  from: Tile,
  [dx, dy]: readonly [number, number],
): Tile | null {
  const ahead = tiles
    .map((tile) => ({ tile, along: (tile.x - from.x) * dx + (tile.y - from.y) * dy }))
    .filter(({ along }) => along > 0)
    .map(({ tile, along }) => ({
      tile,
      far: along + 2 * Math.abs((tile.x - from.x) * dy + (tile.y - from.y) * dx),
    }));
  return ahead.reduce<{ tile: Tile | null; far: number }>((best, one) => (one.far < best.far ? one : best), {
    tile: null,
    far: Number.POSITIVE_INFINITY,
  }).tile;
}
