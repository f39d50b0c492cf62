import { expect, test } from "vitest";
import vectors from "../../../../tests/vectors/selections.json";
import { between, clamped, sumIn } from "./preview";

const rows = vectors.board.length;
const cols = vectors.board[0]?.length ?? 0;

test("a drag is the rectangle that the rules read in it, also from and to outside the board", () => {
  for (const { drag, rectangle } of vectors.cases) {
    const [r0 = 0, c0 = 0, r1 = 0, c1 = 0] = drag;
    const { top, left, bottom, right } = between(clamped(r0, c0, rows, cols), clamped(r1, c1, rows, cols));
    expect([top, left, bottom, right]).toEqual(rectangle);
  }
});

test("the sum on show is the sum that the rules judge", () => {
  for (const { rectangle, sum } of vectors.cases) {
    const [top = 0, left = 0, bottom = 0, right = 0] = rectangle;
    expect(sumIn(vectors.board, { top, left, bottom, right })).toBe(sum);
  }
});
