import { expect, test } from "vitest";
import type { Schema } from "@/api/client";
import { isOwnScore } from "./ScoreChart";

type Played = Schema["PlayedMatch"];

const played = (more: Partial<Played>) =>
  ({ reason: "time-up", seats: [{ score: 12 }], not_counted: null, ...more }) as Played;

test("the chart leaves out practice, games with help, and those that are not over", () => {
  expect(isOwnScore(played({}))).toBe(true);
  expect(isOwnScore(played({ not_counted: "unfinished" }))).toBe(true);
  expect(isOwnScore(played({ not_counted: "chosen-seed" }))).toBe(false);
  expect(isOwnScore(played({ not_counted: "helped" }))).toBe(false);
  expect(isOwnScore(played({ reason: null }))).toBe(false);
});
