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

test("a step to the edge goes to the last thing of the row or of the column, and stays there", () => {
  const all = [
    { x: 0, y: 0 },
    { x: 2, y: 0 },
    { x: 6, y: 0 },
    { x: 8, y: 2 },
    { x: 2, y: 4 },
  ] as const;
  const [first, from, last, , below] = all;
  const edge = Number.POSITIVE_INFINITY;
  expect(nearestAhead(all, from, [0, edge])).toBe(last);
  expect(nearestAhead(all, from, [0, -edge])).toBe(first);
  expect(nearestAhead(all, from, [edge, 0])).toBe(below);
  expect(nearestAhead(all, from, [-edge, 0])).toBeNull();
  expect(nearestAhead(all, last, [0, edge])).toBeNull();
});
