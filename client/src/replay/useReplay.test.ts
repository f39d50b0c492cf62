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

test("a replay begins where everybody is ready, for until then nothing changes on the board", () => {
  const readied = steps.map((step, index) => ({
    ...step,
    entry: index === 0 ? null : { action: { do: index <= 2 ? "ready" : "draw" } },
  })) as Schema["Step"][];
  const { result } = renderHook(() => useReplay(readied, 0));
  expect(result.current).toMatchObject({ at: 2, start: 2 });
  act(() => result.current.seek(1));
  expect(result.current.at).toBe(2);
  act(() => result.current.seek(3));
  expect(result.current.at).toBe(3);
});

test("a replay of a match that ended before anybody played stands at its end", () => {
  const none = [{ seq: 0, at_ms: 0, entry: null }] as unknown as Schema["Step"][];
  expect(renderHook(() => useReplay(none, 5)).result.current).toMatchObject({ at: 0, start: 0, last: 0 });
});
