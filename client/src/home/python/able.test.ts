import { expect, test } from "vitest";
import { isAble, isUnable, setAble, setAbleIfKept } from "./able";

test("a Python that has started works, though none is kept", () => {
  setAble(false);
  setAbleIfKept(false);
  expect(isUnable()).toBe(true);
  setAble(true);
  setAbleIfKept(false);
  expect(isAble()).toBe(true);
});
