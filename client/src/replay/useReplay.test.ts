import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Schema } from "@/api/client";
import { useReplay } from "./useReplay";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const steps = Array.from({ length: 9 }, (_, seq) => ({ seq, at_ms: 500 * seq })) as Schema["Step"][];

test("a replay that runs is paused where a mistake is looked at, and goes on after a mere step", () => {
  const { result } = renderHook(() => useReplay(steps, 0));
  act(() => result.current.toggle());
  act(() => result.current.seek(2));
  expect(result.current).toMatchObject({ at: 2, running: true });
  act(() => void vi.advanceTimersByTime(600));
  expect(result.current).toMatchObject({ at: 3, running: true });
  act(() => result.current.stopAt(6));
  expect(result.current).toMatchObject({ at: 6, running: false });
  act(() => void vi.advanceTimersByTime(10_000));
  expect(result.current.at).toBe(6);
});
