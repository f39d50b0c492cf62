import { expect, test } from "vitest";
import { codeIn } from "./code";

test.each([
  ["bcd", "BCD"],
  ["bcdfgh", "BCDFGH"],
  ["bcd fgh", "BCDFGH"],
  ["BCD-FGH", "BCDFGH"],
  ["BCDFGHJKL", "BCDFGH"],
  ["http://192.168.1.5:8000/room/BCDFGH", "BCDFGH"],
  ["Come and play! https://games.example/room/bcdfgh?x=1 ", "BCDFGH"],
  ["The code: BCDFGH.", "BCDFGH"],
  ["ㅂㅊㅇ", ""],
  ["", ""],
])("of %j the code is %j", (typed, code) => {
  expect(codeIn(typed)).toBe(code);
});
