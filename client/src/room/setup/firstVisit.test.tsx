import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { WithQueries } from "@/game-kit/testing";
import { useFirstVisit } from "./firstVisit";

const visit = (game: string) => renderHook(() => useFirstVisit(game), { wrapper: WithQueries });

beforeEach(() => localStorage.clear());

test("a lesson is offered until the game has been met on this device, for each game apart", () => {
  const ten = visit("ten-exorcism");
  expect(ten.result.current.offers).toBe(true);
  act(() => ten.result.current.meet());
  expect(ten.result.current.offers).toBe(false);
  expect(visit("ten-exorcism").result.current.offers).toBe(false);
  expect(visit("stackdoku").result.current.offers).toBe(true);
});

test("a game without lessons offers none", () => {
  expect(visit("nim").result.current.offers).toBe(false);
});
