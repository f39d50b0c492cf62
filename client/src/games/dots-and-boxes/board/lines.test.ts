import { describe, expect, test } from "vitest";
import cases from "../../../../../tests/vectors/dots_and_boxes.json";
import { drawOf, lineAt, nameOf } from "./lines";

const SIDE = 5;

describe("which line a pointer means", () => {
  test("names and joins lines as the rules do", () => {
    for (const { name, draw } of cases.lines) {
      expect(drawOf(name)).toEqual(draw);
      expect(nameOf({ ...drawOf(name), do: "draw" })).toBe(name);
    }
  });

  test("a line in its middle and a third of the way into the box beside it; none on a dot or in the middle of a box", () => {
    const meant = cases.points.map(({ x, y }) => ({ x, y, line: lineAt(x, y, SIDE, SIDE) }));
    expect(meant).toEqual(cases.points);
  });

  test("none on a diagonal, and none far outside", () => {
    expect(lineAt(0.3, 0.3, SIDE, SIDE)).toBeNull();
    expect(lineAt(1.7, 0.3, SIDE, SIDE)).toBeNull();
    expect(lineAt(2.5, -0.6, SIDE, SIDE)).toBeNull();
    expect(lineAt(-0.2, -0.3, SIDE, SIDE)).toBeNull();
  });

  test("a border line from outside the board, within reach", () => {
    expect(lineAt(2.5, -0.4, SIDE, SIDE)).toBe("h02");
    expect(lineAt(5.4, 4.5, SIDE, SIDE)).toBe("v45");
  });
});
