import { beforeAll, expect, test } from "vitest";
import type { Translate } from "@/game-kit";
import { wordsOf } from "@/game-kit/testing";
import type { Analysis, Move } from "../types";
import { chartPoints, costlyMoves, lossesOf, marksAt, mistakes, story } from ".";

let t: Translate;
beforeAll(async () => {
  t = await wordsOf("dots-and-boxes");
});

const move = (number: number, seat: number, more: Partial<Move> = {}): Move => ({
  number,
  entry: number,
  seat,
  line: "h00",
  by_clock: false,
  boxes: 0,
  offered: 0,
  needless: 0,
  ...more,
});

const report = (moves: Move[], turning: number | null = null): Analysis => ({
  game: "dots-and-boxes",
  id: "m",
  seats: 2,
  scores: [0, 0],
  complete: true,
  refused: 1,
  moves,
  exact_from: null,
  lost: [0, 0],
  needless: [0, 0],
  turning_point: turning,
  leads_from: null,
  safe_end: null,
  shapes: [],
});

test("the lead grows with the boxes of the first seat and shrinks with those of the second", () => {
  const moves = [move(1, 0, { boxes: 2 }), move(2, 0), move(3, 1, { boxes: 3, forecast: [11, 14] })];
  const points = chartPoints(t, report(moves));
  expect(points.map(({ values, seq }) => [values.lead, values.forecast, seq])).toEqual([
    [2, null, 2],
    [2, null, 3],
    [-1, -3, 4],
  ]);
  expect(points[2]?.title).toBe("Move 3, B");
  expect(points[2]?.facts).toEqual(["A 2, B 3", "Lead at the end, with best play: B by 3"]);
});

test("who leads is said of boxes, apart from who was winning", () => {
  const told = story(t, { ...report([move(1, 0)], 1), scores: [3, 6], leads_from: 8 });
  expect(told.slice(0, 2)).toEqual([
    "Move 1 was the turning point: A gave a won game away.",
    "Counted in boxes, B leads from move 8 to the end.",
  ]);
});

test("of more than two, the boxes of each are counted", () => {
  const moves = [move(1, 2, { boxes: 1 }), move(2, 0)];
  const [, last] = chartPoints(t, { ...report(moves), seats: 3, scores: [0, 0, 1] });
  expect(last?.values).toEqual({ 0: 0, 1: 0, 2: 1 });
  expect(last?.facts).toEqual(["A 0, B 0, C 1"]);
});

test("the dearest moves are worth a look, in the order of play, and the turning point always is", () => {
  const dear = Array.from({ length: 10 }, (_, index) => move(index + 1, 0, { lost: 10 - index }));
  const found = costlyMoves(report([...dear, move(11, 1, { lost: 1 }), move(12, 1)], 11));
  expect(found.map((one) => one.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 11]);
});

test("where the exact loss is not known, boxes offered needlessly count", () => {
  const found = costlyMoves(report([move(1, 0, { needless: 2 }), move(2, 1, { lost: 0, needless: 2 })]));
  expect(found.map((one) => one.number)).toEqual([1]);
});

test("before a mistake the board has its line and the better play; elsewhere it has nothing", () => {
  const blunder = move(2, 1, { entry: 5, line: "v21", lost: 6, best: ["h00"], better: ["h00", "v00"] });
  const found = report([move(1, 0), blunder]);
  expect(marksAt(found, 5)).toEqual({ played: "v21", better: ["h00", "v00"] });
  expect(marksAt(found, 6)).toBeNull();
});

test("a report without the play after it has the best line, and one that knows none has the mistake alone", () => {
  const known = move(1, 0, { entry: 0, line: "v21", lost: 2, best: ["h00", "h01"] });
  const unknown = move(2, 1, { entry: 1, line: "h11", needless: 2 });
  const found = report([known, unknown]);
  expect(marksAt(found, 0)).toEqual({ played: "v21", better: ["h00"] });
  expect(marksAt(found, 1)).toEqual({ played: "h11", better: [] });
});

test("a mistake says what it cost in boxes, and both lines as the edges of the board number them", () => {
  const blunder = move(2, 1, { entry: 5, line: "v21", lost: 6, better: ["h03"] });
  expect(mistakes(t, report([blunder], 2))).toEqual([
    {
      seq: 5,
      title: "Move 2, B",
      cost: "cost 3 boxes",
      text: "vertical line, row 3, column 2 · better: horizontal line, row 1, column 4 · Turning point",
    },
  ]);
});

test("a seat's mistakes are counted one by one", () => {
  const moves = [
    move(1, 0, { lost: 4 }),
    move(2, 1, { lost: 18 }),
    move(3, 0, { lost: 0 }),
    move(4, 0, { lost: 6 }),
  ];
  expect(lossesOf(report(moves), 0)).toEqual([2, 3]);
});
