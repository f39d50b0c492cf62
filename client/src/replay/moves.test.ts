import { expect, test } from "vitest";
import type { Schema } from "@/api/client";
import { movesAt } from "./moves";

type Step = Schema["Step"];
const OVER = { reason: "time-up", scores: [2], winners: [0] };

const step = (seq: number, action: string | null, more: Partial<Step> = {}, refused?: object): Step => ({
  seq,
  at_ms: seq,
  entry: action === null ? null : { at_ms: seq, seat: 0, action: { do: action }, refused: refused ?? null },
  to_move: [0],
  scores: [0],
  outcome: null,
  view: {},
  ...more,
});

test("moves are counted as an analysis counts them: no readiness, refusal, help or end of the time", () => {
  const steps = [
    step(0, null),
    step(1, "ready"),
    step(2, "select", { scores: [2] }),
    step(3, "select", { scores: [2] }, { code: "not-ten" }),
    step(4, "ask", { scores: [2] }),
    step(5, "select", { scores: [4] }),
    step(6, "time-up", { scores: [4], outcome: OVER }),
  ];
  expect(movesAt(steps, ["ask"])).toEqual([0, 0, 1, 1, 1, 2, 2]);
});

test("a move that the clock makes for a player is one", () => {
  const steps = [step(0, null), step(1, "time-up"), step(2, "time-up", { scores: [1], outcome: OVER })];
  expect(movesAt(steps)).toEqual([0, 1, 2]);
});

test("whoever stops early makes no move by that", () => {
  expect(movesAt([step(0, null), step(1, "draw"), step(2, "finish", { outcome: OVER })])).toEqual([0, 1, 1]);
});
