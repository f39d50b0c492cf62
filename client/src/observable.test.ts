import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { observable, useObservable } from "./observable";

afterEach(cleanup);

test("a component shows the newest value", () => {
  const count = observable(1);
  const { result } = renderHook(() => useObservable(count));
  expect(result.current).toBe(1);
  act(() => count.set(2));
  expect([result.current, count.get()]).toEqual([2, 2]);
});

test("who has unsubscribed is not called any more", () => {
  const count = observable(1);
  const listener = vi.fn();
  const unsubscribe = count.subscribe(listener);
  count.set(2);
  unsubscribe();
  count.set(3);
  expect(listener).toHaveBeenCalledTimes(1);
});
