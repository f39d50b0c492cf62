/** What a selection is answered with. How it moves is the style's, so that is read too. */
import { cleanup } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Entry, GameProps } from "@/game-kit";
import { recordingHost, renderWith, styleOf, wordsOf } from "@/game-kit/testing";
import type { Action, View } from "../types";
import TenExorcism from ".";
import { toneOf } from "./Chalk";

const STYLE = styleOf("ten-exorcism", "board/board.css");
const host = recordingHost("ten-exorcism");
const full: View = { board: [[4, 6, 5]], score: 0, ghosts: 3, hints: 0, limit_ms: null, ended: null };
const freed: View = { ...full, board: [[0, 0, 5]], score: 2, ghosts: 1 };

beforeAll(() => wordsOf("ten-exorcism"));
afterEach(cleanup);

const select = (c1: number): Action => ({ do: "select", r0: 0, c0: 0, r1: 0, c1 });

const moment = (seq: number, now: View, entry: Entry<Action> | null) => ({
  ...{ match: "m1", seq, view: now, toMove: [0], scores: [now.score], outcome: null, last: entry },
  ...{ clock: () => 0, dueMs: null },
});
const props = (now: GameProps<View, Action>["moment"], pending: Action[] = []) => ({
  ...{ moment: now, seats: [], mine: [0], pending, refused: null, submit: () => {}, host },
});

function after(view: View, last: Entry<Action>): void {
  const show = renderWith(host, <TenExorcism {...props(moment(0, full, null))} />);
  show(<TenExorcism {...props(moment(1, view, last))} />);
}

test("what is not ten is shown in red with its sum, and shakes", () => {
  const refused = { code: "sum-not-ten", facts: { sum: 15 } };
  after(full, { at_ms: 1, seat: 0, action: select(2), refused });
  expect(document.querySelector(".ten-chalk-no .ten-sum")?.textContent).toBe("15");
  expect(STYLE).toMatch(/\.ten-chalk-no \{\s*--tone: var\(--stop\)/);
  expect(STYLE).toMatch(/\.ten-chalk-no \{\s*animation:\s*shake/);
});

test("ghosts that are freed fade out of their cells, and the points are shown", () => {
  after(freed, { at_ms: 1, seat: 0, action: select(1) });
  expect(document.querySelector(".ten-chalk-yes .ten-sum")?.textContent).toBe("+2");
  expect(document.querySelectorAll(".ten-mark + .ten-ghost")).toHaveLength(2);
  expect(STYLE).toMatch(/\.ten-mark \+ \.ten-ghost \{\s*opacity: 0;\s*animation: ten-smoke/);
});

test("ghosts that make ten go while it is on its way; others stay, and all do where the rules say no", () => {
  const gone = () => document.querySelectorAll(".ten-mark").length;
  const show = renderWith(host, <TenExorcism {...props(moment(0, full, null))} />);
  for (const [sent, expected] of [
    [[select(1)], 2],
    [[select(2)], 0],
    [[select(1), select(2)], 2],
    [[], 0],
  ] as const) {
    show(<TenExorcism {...props(moment(0, full, null), [...sent])} />);
    expect(gone()).toBe(expected);
    expect(document.querySelectorAll(".ten-chalk-pending")).toHaveLength(sent.length);
  }
});

test("while it is dragged, only what makes ten has a whole line, and all that it covers is tinted", () => {
  expect([9, 10, 11].map(toneOf)).toEqual(["low", "ten", "high"]);
  expect(STYLE).toMatch(/\.ten-chalk-low,\s*\.ten-chalk-high,\s*\.ten-chalk-no \{\s*--dash: 9 5/);
  expect(STYLE).not.toMatch(/\.ten-chalk-ten \{[^}]*--dash/);
  expect(STYLE).toMatch(/\.ten-chalk \{[^}]*--fill: color-mix/);
});
