import { afterEach, expect, test, vi } from "vitest";
import { canRunPython } from "./webAssembly";
import SMALLEST from "./webAssembly.json";

afterEach(() => vi.restoreAllMocks());
afterEach(() => vi.unstubAllGlobals());

test("a browser that has everything can run Python", () => {
  expect(canRunPython()).toBe(true);
});

test("one without WebAssembly cannot", () => {
  vi.stubGlobal("WebAssembly", undefined);
  expect(canRunPython()).toBe(false);
});

test.each(Object.entries(SMALLEST))("one without %s cannot", (_, lacking) => {
  const { validate } = WebAssembly;
  const hex = (bytes: BufferSource) => Buffer.from(bytes as Uint8Array).toString("hex");
  vi.spyOn(WebAssembly, "validate").mockImplementation((bytes) => hex(bytes) !== lacking && validate(bytes));
  expect(canRunPython()).toBe(false);
});
