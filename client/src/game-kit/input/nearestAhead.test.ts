import { expect, test } from "vitest";
import { nearestAhead } from "./nearestAhead";

test("an arrow goes to the nearest thing ahead, straight before askew", () => {
  const [from, near, askew] = [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 2, y: 2 },
  ];
  const all = [from, near, askew];
  expect(nearestAhead(all, from, [0, 1])).toBe(near);
  expect(nearestAhead(all, from, [1, 0])).toBe(askew);
  expect(nearestAhead(all, from, [0, -1])).toBeNull();
});
