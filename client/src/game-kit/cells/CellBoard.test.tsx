import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Cell } from "../input/keys";
import { OrientationContext } from "../layout/useAvailableSpace";
import { recordingHost, renderWith } from "../testing";
import { CellBoard } from "./CellBoard";
import { cellName, columnName } from "./layout";
import { useCorners } from "./useCorners";

const VALUES = ["abc", "def"].map((row) => [...row]);
const Content = vi.fn(({ value }: { value: string }) => value);
const say = (_: unknown, value: string) => value;
let chosen: string[] = [];
let drawn: string[] = [];
const names = (from: Cell, to: Cell) => `${cellName(from)}-${cellName(to)}`;

beforeEach(() => {
  [chosen, drawn] = [[], []];
  Content.mockClear();
});
afterEach(cleanup);

function Board({ values = VALUES, open = true }) {
  const corners = useCorners({
    rows: 2,
    cols: 3,
    onSelect: open ? (from, to) => chosen.push(names(from, to)) : null,
    draw: (from, to) => drawn.push(names(from, to)),
  });
  return (
    <CellBoard
      corners={corners}
      className="own"
      label="Letters"
      keys="Arrows"
      values={values}
      Content={Content}
      say={say}
    >
      {corners.anchor && <i />}
    </CellBoard>
  );
}

const show = (board = <Board />, across = false) =>
  renderWith(recordingHost("any"), <OrientationContext value={{ across }}>{board}</OrientationContext>);

const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(screen.getByRole("grid"), { key });
};
const along = (edge: string) =>
  [...document.querySelectorAll(`.cells-edge-${edge} > span`)].map((one) => one.textContent).join("");
const underCursor = () => {
  const active = screen.getByRole("grid").getAttribute("aria-activedescendant") ?? "";
  return document.getElementById(active)?.getAttribute("aria-label");
};

test.each([
  [false, "ABC", "12", "B2, e"],
  [true, "12", "ABC", "B2, e"],
])(
  "names stand along the edges and arrows lead as it is seen, lying across: %s",
  (across, above, beside, at) => {
    show(<Board />, across);
    expect([along("above"), along("beside")]).toEqual([above, beside]);
    press("ArrowDown");
    expect(underCursor()).toBe(across ? "B1, b" : "A2, d");
    press("ArrowRight");
    expect(underCursor()).toBe(at);
  },
);

test("corners are chosen by keys as they were chosen, and drawn on the way", () => {
  show();
  press("End", " ", "Home", "ArrowDown");
  expect(drawn.slice(-1)).toEqual(["C1-A2"]);
  expect(document.querySelector(".cells-layer > i")).not.toBeNull();
  press("Enter");
  expect(chosen).toEqual(["C1-A2"]);
  expect(document.querySelector(".cells-layer > i")).toBeNull();
});

test("a board on which nothing can be chosen says so, and no key does anything", () => {
  show(<Board open={false} />);
  const grid = screen.getByRole("grid");
  expect(grid.getAttribute("aria-readonly")).toBe("true");
  press(" ", "ArrowDown", " ");
  expect([chosen, drawn, underCursor()]).toEqual([[], [], "A1, a"]);
  expect(document.querySelector(".unseen")?.textContent).toBe("");
});

test("only cells with another value are drawn again, and none while a selection moves", () => {
  const rerender = show();
  Content.mockClear();
  press(" ", "ArrowDown");
  expect(Content).not.toHaveBeenCalled();
  const changed = VALUES.map((row) => row.map((value) => (value === "e" ? "x" : value)));
  rerender(
    <OrientationContext value={{ across: false }}>
      <Board values={changed} />
    </OrientationContext>,
  );
  expect(Content.mock.calls.map(([props]) => props.value)).toEqual(["x"]);
});

test("columns are named A to Z, then by two letters and by three", () => {
  const names = [0, 25, 26, 27, 51, 52, 701, 702].map(columnName);
  expect(names).toEqual(["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
});
