import { describe, expect, test } from "vitest";
import { aimAt, aimFrom, dotsOf, lineBetween, linesAt } from "./lineGesture";
import { lineRows, type Size } from "./lines";

/** Numbers from 0 to 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const SIZES: Size[] = [1, 2, 3, 5, 8].flatMap((rows) => [1, 2, 3, 5, 8].map((cols) => ({ rows, cols })));
const TRIES = 40;

/** A dot of a board and its place, many times over. */
function everywhere(check: (size: Size, row: number, col: number, random: () => number) => void): void {
  const random = numbers(7);
  for (const size of SIZES)
    for (let index = 0; index < TRIES; index++) {
      const row = Math.floor(random() * (size.rows + 1));
      check(size, row, Math.floor(random() * (size.cols + 1)), random);
    }
}

/** A point at most so far from a place. */
function near(x: number, y: number, reach: number, random: () => number) {
  const [turn, far] = [random() * 2 * Math.PI, Math.sqrt(random()) * reach];
  return { x: x + Math.cos(turn) * far, y: y + Math.sin(turn) * far };
}

const linesOf = (size: Size) => new Set(lineRows(size).flat());
const STEPS = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const;
const isOn = ({ rows, cols }: Size, row: number, col: number) =>
  row >= 0 && col >= 0 && row <= rows && col <= cols;

describe("dragging a line from a dot", () => {
  test("near a neighbour it joins the two, whichever the drag begins at", () => {
    everywhere((size, row, col, random) => {
      for (const [down, right] of STEPS) {
        if (!isOn(size, row + down, col + right)) continue;
        const [here, there] = [`d${row}${col}`, `d${row + down}${col + right}`];
        const line = lineBetween(here, there, size) ?? "";
        expect(linesOf(size)).toContain(line);
        expect(dotsOf(line).sort()).toEqual([here, there].sort());
        expect(aimFrom(here, near(col + right, row + down, 0.4, random), size)).toEqual({
          kind: "line",
          line,
        });
        expect(aimFrom(there, near(col, row, 0.4, random), size)).toEqual({ kind: "line", line });
      }
    });
  });

  test("it snaps to the neighbour long before it is there", () => {
    everywhere((size, row, col, random) => {
      const share = 0.3 + random() * 0.7;
      for (const [down, right] of STEPS) {
        const line = lineBetween(`d${row}${col}`, `d${row + down}${col + right}`, size);
        const aim = aimFrom(`d${row}${col}`, { x: col + right * share, y: row + down * share }, size);
        if (isOn(size, row + down, col + right)) expect(aim).toEqual({ kind: "line", line });
        else expect(aim.kind).toBe("nothing");
      }
    });
  });

  test("a diagonal and a dot further away join nothing", () => {
    everywhere((size, row, col, random) => {
      for (const [down, right] of [[1, 1] as const, [-1, 1] as const, [2, 0] as const, [0, -3] as const]) {
        if (!isOn(size, row + down, col + right)) continue;
        const aim = aimFrom(`d${row}${col}`, near(col + right, row + down, 0.15, random), size);
        expect(aim.kind).toBe("apart");
        expect(lineBetween(`d${row}${col}`, `d${row + down}${col + right}`, size)).toBeNull();
      }
    });
  });

  test("wherever it ends, it is a line at that dot, the dot itself, or no line", () => {
    everywhere((size, row, col, random) => {
      const dot = `d${row}${col}`;
      const point = { x: random() * (size.cols + 4) - 2, y: random() * (size.rows + 4) - 2 };
      const aim = aimFrom(dot, point, size);
      if (aim.kind === "line") expect(linesAt(dot, size)).toContain(aim.line);
      if (aim.kind === "dot") expect(aim.dot).toBe(dot);
      const outside =
        point.x < -0.5 || point.y < -0.5 || point.x > size.cols + 0.5 || point.y > size.rows + 0.5;
      if (outside) expect(aim.kind).toBe("nothing");
    });
  });
});

describe("where a pointer comes down", () => {
  test("at a dot, on a line's place, between dots that are no neighbours, or beside the board", () => {
    everywhere((size, row, col, random) => {
      expect(aimAt(near(col, row, 0.24, random), size)).toEqual({ kind: "dot", dot: `d${row}${col}` });
      if (col < size.cols) {
        const on = { x: col + 0.3 + random() * 0.4, y: row + (random() - 0.5) * 0.2 };
        expect(aimAt(on, size)).toEqual({ kind: "line", line: `h${row}${col}` });
        if (row < size.rows) expect(aimAt({ x: col + 0.5, y: row + 0.5 }, size)).toEqual({ kind: "apart" });
      }
      expect(aimAt({ x: -0.7 - random(), y: row }, size)).toEqual({ kind: "nothing" });
    });
  });

  test("every line has its two dots, and every dot its lines", () => {
    for (const size of SIZES)
      for (const line of linesOf(size))
        for (const dot of dotsOf(line)) expect(linesAt(dot, size)).toContain(line);
  });
});
