import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSlow } from "./useSlow";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("only what takes longer than a moment is slow, each anew", () => {
  const { result, rerender } = renderHook(({ what }) => useSlow(what), {
    initialProps: { what: null as string | null },
  });
  const after = (what: string | null, ms: number) => {
    rerender({ what });
    act(() => void vi.advanceTimersByTime(ms));
    return result.current;
  };
  expect(after("a", 500)).toBe(false);
  expect(after(null, 0)).toBe(false);
  expect(after("b", 500)).toBe(false);
  expect(after("b", 500)).toBe(true);
  expect(after(null, 0)).toBe(false);
  expect(after("b", 500)).toBe(false);
});
