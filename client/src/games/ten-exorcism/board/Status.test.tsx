import { cleanup } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Moment } from "@/game-kit";
import { recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import type { Action, View } from "../types";
import { Status } from "./Status";

beforeAll(() => wordsOf("ten-exorcism"));
afterEach(cleanup);

const over = { reason: "no-moves", scores: [8], winners: [0] } as const;

test.each([
  ["while it is played", 1000, null, 1],
  ["not after its end, whatever time was left", 1000, over, 0],
  ["not after the last second", 120_000, null, 0],
])("the candle burns %s", (_, clock, outcome, flames) => {
  const moment = { view: { score: 8, ghosts: 162, limit_ms: 120_000 }, outcome, clock: () => clock };
  renderWith(recordingHost("ten-exorcism"), <Status moment={moment as unknown as Moment<View, Action>} />);
  expect(document.querySelectorAll(".ten-flame")).toHaveLength(flames);
});
