import { expect, test } from "vitest";
import { middleBot } from "./names";

test("the middle bot is neither the weakest nor the strongest, of two in the middle the weaker", () => {
  const levels = ["novice", "casual", "skilled", "expert", "master"];
  const middles = [0, 1, 2, 3, 4, 5].map((count) => middleBot(levels.slice(0, count)));
  expect(middles).toEqual([undefined, "novice", "novice", "casual", "casual", "skilled"]);
});
