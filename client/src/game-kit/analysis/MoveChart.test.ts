import { expect, test } from "vitest";
import { namedApart } from "./MoveChart";

test("of dots that lie close together the first is named", () => {
  const dots = [14, 18, 27, 36, 39, 41].map((move) => ({ move, value: 0, name: `−${move}` }));
  const named = namedApart(dots, 50);
  expect(named.map(({ dot }) => dot)).toEqual(dots);
  expect(named.flatMap(({ name }) => name ?? [])).toEqual(["−14", "−27", "−36", "−41"]);
});
