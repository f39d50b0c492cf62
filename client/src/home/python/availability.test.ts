import { expect, test } from "vitest";
import {
  isPythonAvailable,
  isPythonMissing,
  setPythonAvailable,
  setPythonAvailableIfKept,
} from "./availability";

test("a Python that has started works, though none is kept", () => {
  setPythonAvailable(false);
  setPythonAvailableIfKept(false);
  expect(isPythonMissing()).toBe(true);
  setPythonAvailable(true);
  setPythonAvailableIfKept(false);
  expect(isPythonAvailable()).toBe(true);
});
