import { expect, test } from "vitest";
import { seedOf } from "./SeedField";

test("a seed is a whole number that the server takes; nothing typed is no seed", () => {
  expect(seedOf("")).toBeNull();
  expect(seedOf("  ")).toBeNull();
  expect(seedOf(" 42 ")).toBe(42);
  expect(seedOf("0")).toBe(0);
  expect(seedOf("-7")).toBe(-7);
  expect(seedOf("−7")).toBe(-7);
  expect(seedOf("4503599627370496")).toBe(2 ** 52);
  for (const wrong of ["4503599627370497", "-4503599627370497", "1.5", "1e3", "0x10", "seven", "1 2", "--1"])
    expect(seedOf(wrong), wrong).toBeUndefined();
});
