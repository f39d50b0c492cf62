import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useFlash } from "./useFlash";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const flash = (ms?: number) => {
  const { result } = renderHook(() => useFlash<{ text: string }>(ms));
  return {
    now: () => result.current[0],
    show: (text: string | null) => act(() => result.current[1](text === null ? null : { text })),
  };
};

test("what is shown goes by itself, and each has its whole time", () => {
  const { now, show } = flash(1000);
  const after = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  show("a");
  after(900);
  show("b");
  after(900);
  expect(now()?.text).toBe("b");
  after(100);
  expect(now()).toBeNull();
});

test("the same again has another count, also after nothing; without a time it stays until it is taken away", () => {
  const { now, show } = flash();
  show("a");
  const first = now()?.count;
  show("a");
  const second = now()?.count;
  show(null);
  expect(now()).toBeNull();
  show("a");
  expect(new Set([first, second, now()?.count]).size).toBe(3);
  act(() => void vi.advanceTimersByTime(100_000));
  expect(now()?.text).toBe("a");
});
