import { expect, test } from "vitest";
import { unratedBy } from "./rated";

test("a game is rated if each seat is another person's", () => {
  expect(unratedBy(0, ["ann"])).toBeNull();
  expect(unratedBy(0, ["ann", "ben"])).toBeNull();
  expect(unratedBy(0, ["ann", "ben", "ann"])).toBe("same-player");
  expect(unratedBy(1, ["ann"])).toBe("bot");
});
