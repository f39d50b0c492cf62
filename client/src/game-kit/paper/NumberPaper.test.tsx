import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { numbersTo } from "../numbers";
import { recordingHost, renderWith } from "../testing";
import { NumberPaper, type PaperCell } from "./NumberPaper";

const EMPTY: Omit<PaperCell, "name"> = { number: null, state: "empty", pencil: [] };

afterEach(cleanup);

/** Four by four with boxes of two; what is not told of a cell is that it is empty. */
function show(told: Record<number, Partial<PaperCell>> = {}, marks: object = {}) {
  const [tapped, pointed]: [number[], (number | null)[]] = [[], []];
  renderWith(
    recordingHost("any"),
    <NumberPaper
      className="own"
      label="Paper"
      side={4}
      box={2}
      cells={numbersTo(16).map((cell) => ({ ...EMPTY, name: `Cell ${cell}`, ...told[cell] }))}
      marks={marks}
      first={0}
      onTap={(cell) => tapped.push(cell)}
      onPoint={(cell) => pointed.push(cell)}
    />,
  );
  return { tapped, pointed };
}

const cell = (at: number) => screen.getByRole("button", { name: `Cell ${at}` });

test.each([
  ["ArrowLeft", 0, 3],
  ["ArrowUp", 1, 13],
  ["ArrowDown", 14, 2],
  ["End", 4, 7],
  ["PageUp", 10, 2],
])("keys lead over the edge to the other side: %s from %i", (key, from, to) => {
  show();
  cell(from).focus();
  fireEvent.keyDown(cell(from), { key });
  expect(document.activeElement).toBe(cell(to));
});

test("numbers are printed or written by hand, and in pencil each has a place of its own", () => {
  show({ 0: { number: 3, state: "given" }, 1: { number: 4, state: "mine" }, 2: { pencil: [2, 3] } });
  expect(cell(0).querySelector(".paper-printed")?.textContent).toBe("3");
  expect(cell(1).querySelectorAll(".paper-written path")).toHaveLength(1);
  const places = [...cell(2).querySelectorAll<HTMLElement>(".paper-pencil > span")];
  expect(places.map((one) => [one.textContent, one.style.gridArea])).toEqual([
    ["2", "1 / 2"],
    ["3", "2 / 1"],
  ]);
});

test("strong rules stand where a box begins, and marks where they are told", () => {
  show({}, { hinted: [5], blamed: [] });
  const having = (what: string) =>
    numbersTo(16).filter((at) => document.querySelector(`[data-cell="${at}"][data-${what}="true"]`));
  expect(having("left")).toEqual([0, 2, 4, 6, 8, 10, 12, 14]);
  expect(having("top")).toEqual([0, 1, 2, 3, 8, 9, 10, 11]);
  expect([having("hinted"), having("blamed"), having("named")]).toEqual([[5], [], []]);
});

test("the cell that is tapped is told, and which is pointed at until none is", () => {
  const { tapped, pointed } = show();
  fireEvent.click(cell(6));
  fireEvent.pointerEnter(cell(7));
  fireEvent.pointerLeave(screen.getByRole("region", { name: "Paper" }), { pointerType: "mouse" });
  expect([tapped, pointed]).toEqual([[6], [7, null]]);
});
