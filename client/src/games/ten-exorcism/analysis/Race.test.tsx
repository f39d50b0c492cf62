import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { OrientationContext } from "@/game-kit";
import { recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import { powersOf } from "../pictures";
import type { Rectangle } from "../types";
import { Race } from "./Race";

const START = powersOf("46 55 73");
const ROWS: Rectangle[] = [
  [0, 0, 0, 1],
  [1, 0, 1, 1],
  [2, 0, 2, 1],
];
const race = (taken: number, across = false) => (
  <OrientationContext value={{ across }}>
    <Race start={START} line={ROWS.slice(0, taken)} best={ROWS} over={taken === 2} />
  </OrientationContext>
);

beforeAll(() => wordsOf("ten-exorcism"));
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function freed(): string[] {
  return [...document.querySelectorAll("figure strong")].map((one) => one.textContent ?? "");
}

test("the ghost keeps step with the replay, and goes on to its own end when that is over", () => {
  const show = renderWith(recordingHost("ten-exorcism"), race(1));
  act(() => void vi.runAllTimers());
  expect(freed()).toEqual(["2", "2"]);
  show(race(2));
  expect(freed()).toEqual(["4", "4"]);
  act(() => void vi.runAllTimers());
  expect(freed()).toEqual(["4", "6"]);
  show(race(1));
  expect(freed()).toEqual(["2", "2"]);
});

test("both lie as the board of the replay does, with their numbers", () => {
  const show = renderWith(recordingHost("ten-exorcism"), race(0));
  const shapes = () => [...document.querySelectorAll("figure svg")].map((one) => one.getAttribute("viewBox"));
  expect(shapes()).toEqual(["0 0 80 120", "0 0 80 120"]);
  expect(screen.getAllByText("7")).toHaveLength(2);
  show(race(0, true));
  expect(shapes()).toEqual(["0 0 120 80", "0 0 120 80"]);
});
