import { render } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import type { Translate } from "@/game-kit";
import { wordsOf } from "@/game-kit/testing";
import { EdgeLabels, LineMarks } from "./Marks";
import { lineText } from "./words";

let t: Translate;
beforeAll(async () => {
  t = await wordsOf("dots-and-boxes");
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
