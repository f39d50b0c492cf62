import { beforeAll, expect, test } from "vitest";
import type { Translate } from "@/game-kit";
import { wordsOf } from "@/game-kit/testing";
import type { Analysis, Move } from "../types";
import { marksAt, mistakes } from ".";

let t: Translate;
beforeAll(async () => {
  t = await wordsOf("ten-exorcism");
});

const move = (number: number, cost: number, more: Partial<Move> = {}): Move => ({
  number,
  entry: number + 1,
  at_ms: 0,
  rectangle: [0, 0, 0, 1],
  freed: 2,
  score: 2,
  before: 9,
  after: 9 - cost,
  cost,
  decisive: cost >= 3,
  ...more,
});

const report = (moves: Move[], decisive: number[]): Analysis => ({
  game: "ten-exorcism",
  id: "m",
  score: 2,
  complete: true,
  refused: 0,
  hints: 0,
  best: 9,
  bound: 12,
  best_line: [],
  left: 0,
  moves,
  decisive,
});

test("decisive moves are stepped through in the order of play, the costliest wherever it is", () => {
  const found = report([move(1, 3), move(2, 0), move(3, 5)], [3, 1]);
  expect(mistakes(t, found).map(({ seq, cost }) => [seq, cost])).toEqual([
    [2, "cost 3 ghosts"],
    [4, "cost 5 ghosts"],
  ]);
});

test("cells are called as the edges of the board call them", () => {
  const found = report([move(1, 4, { rectangle: [8, 7, 8, 9], better: [[0, 0, 2, 0]] })], [1]);
  expect(mistakes(t, found)[0]?.text).toBe("taken: H9 to J9 · better: A1 to A3");
});

test("before a decisive move the board has its rectangle and the better ones; elsewhere it has nothing", () => {
  const better: Move["better"] = [
    [0, 0, 2, 0],
    [4, 4, 4, 5],
  ];
  const found = report([move(1, 4, { better }), move(2, 1)], [1]);
  expect(marksAt(found, 2)).toEqual({ played: [0, 0, 0, 1], better });
  expect(marksAt(found, 3)).toBeNull();
});

test("a report that knows nothing better has the rectangle alone", () => {
  expect(marksAt(report([move(1, 4)], [1]), 2)).toEqual({ played: [0, 0, 0, 1], better: [] });
});
