import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { useStoredForMatch } from "./useStoredForMatch";
import { useStoredSettings } from "./useStoredSettings";

beforeEach(() => localStorage.clear());

test("a setting that was changed is kept, the others are as they would be without", () => {
  const settings = () => useStoredSettings("likes", { loud: false, speed: 1 });
  const { result } = renderHook(settings);
  act(() => result.current[1]({ loud: true }));
  expect(renderHook(settings).result.current[0]).toEqual({ loud: true, speed: 1 });
});

test("what is kept for a match is not shown in another", () => {
  const kept = (match: string) => renderHook(() => useStoredForMatch("notes", match, 0)).result;
  const first = kept("m1");
  act(() => first.current[1](7));
  expect([kept("m1").current[0], kept("m2").current[0]]).toEqual([7, 0]);
});
