/** Where an arrow key leads among things that lie anywhere. */
import type { Step } from "./keys";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The nearest of these in the direction of a step; sideways counts double. Null where none lies ahead. */
export function nearestAhead<Thing extends Point>(
  things: readonly Thing[],
  from: Point,
  [down, right]: Step,
): Thing | null {
  const distance = (thing: Thing) => {
    const [x, y] = [thing.x - from.x, thing.y - from.y];
    const ahead = x * right + y * down;
    return ahead > 0 ? ahead + 2 * Math.abs(x * down + y * right) : Number.POSITIVE_INFINITY;
  };
  const near = things.filter((thing) => distance(thing) < Number.POSITIVE_INFINITY);
  return near.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}
