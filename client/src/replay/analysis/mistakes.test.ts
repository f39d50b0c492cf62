import { expect, test } from "vitest";
import { mistakesAround } from "./mistakes";

const mistakes = [3, 8, 20].map((seq) => ({ seq, title: `Move ${seq}`, cost: "", text: "" }));
const around = (at: number) => {
  const { previous, next } = mistakesAround(mistakes, at);
  return [previous?.seq ?? null, next?.seq ?? null];
};

test("between two mistakes one steps to either", () => {
  expect(around(5)).toEqual([3, 8]);
});

test("at a mistake one steps to those beside it", () => {
  expect(around(8)).toEqual([3, 20]);
});

test("before the first and after the last there is nothing more", () => {
  expect(around(3)).toEqual([null, 8]);
  expect(around(40)).toEqual([20, null]);
  expect(mistakesAround([], 4)).toEqual({ previous: null, next: null });
});
