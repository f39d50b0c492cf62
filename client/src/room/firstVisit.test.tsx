import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { useFirstVisit } from "./firstVisit";

beforeEach(() => localStorage.clear());

test("a lesson is offered until the game has been met on this device, for each game apart", () => {
  const ten = renderHook(() => useFirstVisit("ten-exorcism"));
  expect(ten.result.current.offers).toBe(true);
  act(() => ten.result.current.meet());
  expect(ten.result.current.offers).toBe(false);
  expect(renderHook(() => useFirstVisit("ten-exorcism")).result.current.offers).toBe(false);
  expect(renderHook(() => useFirstVisit("stackdoku")).result.current.offers).toBe(true);
});

test("a game without lessons offers none", () => {
  expect(renderHook(() => useFirstVisit("nim")).result.current.offers).toBe(false);
});
