import { beforeAll, expect, test } from "vitest";
import type { Translate } from "@/game-kit";
import { wordsOf } from "@/game-kit/testing";
import { pointedBy } from "../board/Notes";
import type { Analysis, Loss, Move } from "../types";
import { marksAt, mistakes } from ".";

let t: Translate;
beforeAll(async () => {
  t = await wordsOf("stackdoku");
});

const PLACE = { do: "place", digit: 4, row: 2, col: 7 } as const;
const TAKE = { do: "remove", a: 3, b: 9 } as const;

const loss: Loss = {
  certain: true,
  why: [{ code: "tiles-stay-behind" }],
  instead: TAKE,
  instead_why: [],
  recovered: 5,
};

const move = (number: number, more: Partial<Move> = {}): Move => ({
  number,
  entry: number + 2,
  at_ms: 0,
  restarts: 0,
  action: TAKE,
  before: "yes",
  after: "yes",
  loss: null,
  ...more,
});

const report = (moves: Move[]): Analysis => ({
  game: "stackdoku",
  id: "m",
  difficulty: "easy",
  score: 0,
  shown: { text: { en: "" }, spoken: { en: "" }, note: { en: "" }, facts: {} },
  complete: true,
  solved: false,
  refused: 0,
  undos: 0,
  rescues: 0,
  restarts: 0,
  hints: 0,
  moves,
  losses: moves.flatMap((one) => (one.loss ? [one.number] : [])),
  turning_point: null,
});

test("before the action that gave it away the board has it, and one that keeps it winnable", () => {
  const found = report([move(1), move(2, { action: PLACE, after: "no", loss })]);
  const marks = marksAt(found, 4);
  expect(marks).toEqual({ played: PLACE, better: TAKE });
  expect(marksAt(found, 5)).toBeNull();
  if (!marks) throw new Error("no marks");
  expect(pointedBy(marks).notice.cells).toEqual([25]);
  expect(pointedBy(marks).hint).toEqual({ remove: TAKE });
});

test("an action that gave it away says why, what was better and what made up for it", () => {
  const found = report([move(1), move(2, { action: PLACE, after: "no", loss })]);
  expect(mistakes(t, found)).toEqual([
    {
      seq: 4,
      title: "Action 2",
      cost: "4 in row 3, column 8",
      text: "In whatever order the pairs go, some tiles will stay behind. The framed move keeps it winnable. Action 5 made up for it.",
    },
  ]);
});

test("where nothing better is known, the action stands alone", () => {
  const found = report([move(1, { after: "no", loss: { ...loss, instead: null, recovered: null } })]);
  const marks = marksAt(found, 3);
  expect(marks).toEqual({ played: TAKE, better: null });
  if (marks) expect(pointedBy(marks).notice.tiles).toEqual([3, 9]);
});
