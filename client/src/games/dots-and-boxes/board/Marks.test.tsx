import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Translate } from "@/game-kit";
import { recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import { EdgeLabels, LineMarks, MarksLegend } from "./Marks";
import { lineText } from "./words";

let t: Translate;
beforeAll(async () => {
  t = await wordsOf("dots-and-boxes");
});

afterEach(cleanup);

test("the legend names the marks that are there", () => {
  const named = () => screen.getAllByRole("listitem").map((mark) => mark.textContent);
  const legend = (...better: string[]) => <MarksLegend marks={{ played: "h00", better }} />;
  const rerender = renderWith(recordingHost("dots-and-boxes"), legend("v11", "h22"));
  expect(screen.getByRole("list", { name: "On the board" })).toBeTruthy();
  expect(named()).toEqual(["played", "1better", "2then"]);
  rerender(legend());
  expect(named()).toEqual(["played"]);
});

test("words and the edges of the board number rows and columns alike", () => {
  const { container } = render(<EdgeLabels rows={5} cols={5} />);
  const edge = (name: string) =>
    [...container.querySelectorAll(`[data-edge=${name}]`)].map((label) => label.textContent);
  expect(lineText(t, "v34")).toBe(`vertical line, row ${edge("row")[3]}, column ${edge("column")[4]}`);
  expect([edge("row").length, edge("column").length]).toEqual([6, 6]);
});

test("the line that was played is crossed, the better play is numbered", () => {
  const { container } = render(<LineMarks marks={{ played: "h00", better: ["v11", "h22"] }} />);
  const marks = [...container.querySelectorAll<SVGElement>("[data-mark]")];
  expect(marks.map(({ dataset, textContent }) => [dataset.mark, dataset.line, textContent])).toEqual([
    ["played", "h00", ""],
    ["better", "v11", "1"],
    ["better", "h22", "2"],
  ]);
  expect(container.querySelectorAll(".dots-mark-cross")).toHaveLength(1);
});

test("a line that was played and belongs to the better play shows cross and number side by side", () => {
  const { container } = render(<LineMarks marks={{ played: "h00", better: ["v11", "h00"] }} />);
  const cross = container.querySelector(".dots-mark-cross")?.getAttribute("d") ?? "";
  const number =
    container.querySelector("[data-mark=better][data-line=h00] > g")?.getAttribute("transform") ?? "";
  const [left, middle] = [/M(-?\d+)/.exec(cross), /translate\((\d+)\)/.exec(number)].map((found) =>
    Number(found?.[1]),
  );
  // The cross is 30 wide, the number's ring 42.
  expect((left ?? 0) + 30).toBeLessThan((middle ?? 0) - 21);
});
