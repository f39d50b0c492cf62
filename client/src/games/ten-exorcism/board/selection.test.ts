import { expect, test } from "vitest";
import { nearestCell } from "@/game-kit";
import vectors from "../../../../../tests/vectors/selections.json";
import type { Rectangle } from "../types";
import { between, sumIn } from "./selection";

const grid = { rows: vectors.board.length, cols: vectors.board[0]?.length ?? 0 };

test("a drag is the rectangle that the rules read in it, also from and to outside the board", () => {
  for (const { drag, rectangle } of vectors.cases) {
    const [r0 = 0, c0 = 0, r1 = 0, c1 = 0] = drag;
    expect(between(nearestCell(grid, r0, c0), nearestCell(grid, r1, c1))).toEqual(rectangle);
  }
});

test("the sum on show is the sum that the rules judge", () => {
  for (const { rectangle, sum } of vectors.cases)
    expect(sumIn(vectors.board, rectangle as Rectangle)).toBe(sum);
});
