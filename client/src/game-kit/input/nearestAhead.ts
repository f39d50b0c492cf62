/** Where an arrow key leads among things that lie anywhere. */
import type { Step } from "./keys";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The nearest of these in the direction of a step; sideways counts double. A step to the edge leads to the last of those
 * that lie straight ahead. Null where none lies ahead.
 */
export function nearestAhead<Thing extends Point>(
  things: readonly Thing[],
  from: Point,
  step: Step,
): Thing | null {
  const toEdge = !step.every(Number.isFinite);
  const [down, right] = step.map(Math.sign) as [number, number];
  const distance = (thing: Thing) => {
    const [x, y] = [thing.x - from.x, thing.y - from.y];
    const [ahead, aside] = [x * right + y * down, Math.abs(x * down + y * right)];
    if (ahead <= 0 || (toEdge && aside > 0)) return null;
    return toEdge ? -ahead : ahead + 2 * aside;
  };
  const near = things.flatMap((thing) => {
    const far = distance(thing);
    return far === null ? [] : [{ thing, far }];
  });
  return near.sort((a, b) => a.far - b.far)[0]?.thing ?? null;
}
