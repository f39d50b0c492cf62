import { act, renderHook } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { room } from "@/connection/testing";
import type { SeatNow } from "@/game-kit/contract/types";
import { HUB, setLanguage } from "@/text";
import { seatNews, useUnseated } from "./seatNews";

const ann: SeatNow = { held_by: "player", name: "Ann", player: "ann", present: true };
const ben: SeatNow = { held_by: "player", name: "Ben", player: "ben", present: true };
const left: SeatNow = { held_by: "nobody", kept_for: "ben", kept_name: "Ben" };
const bot: SeatNow = { held_by: "bot", level: "skilled", kept_for: "ben", kept_name: "Ben" };

beforeAll(() => setLanguage("en"));

const news = (before: SeatNow[], after: SeatNow[], me = "ann", match = "m1") =>
  seatNews(i18next.getFixedT("en", HUB), room({ seats: before }), room({ seats: after, match }), me);

test("who left, for whom a bot plays on and who is back is told to everybody else", () => {
  expect(news([ann, ben], [ann, left])).toEqual(["Ben left. A bot takes over soon, until they are back."]);
  expect(news([ann, left], [ann, bot])).toEqual(["A bot plays on for Ben until they are back."]);
  expect(news([ann, ben], [ann, bot])).toEqual(["A bot plays on for Ben until they are back."]);
  expect(news([ann, bot], [ann, ben])).toEqual(["Ben is back."]);
  expect(news([ann, left], [ann, ben])).toEqual(["Ben is back."]);
  expect(news([ann, bot], [ann, ben], "ben")).toEqual([]);
});

test("who has taken the seat of somebody who left is told to all others, and to whoever it was kept for", () => {
  const cho: SeatNow = { held_by: "player", name: "Cho", player: "cho", present: true };
  for (const before of [left, bot]) {
    expect(news([ann, before], [ann, cho])).toEqual(["Cho has taken the seat of Ben."]);
    expect(news([ann, before], [ann, cho], "ben")).toEqual(["Cho has taken your seat."]);
    expect(news([ann, before], [ann, cho], "cho")).toEqual([]);
  }
});

test("nothing is told of what stays, of presence, and of seats that were free", () => {
  expect(news([ann, ben], [ann, { ...ben, present: false }])).toEqual([]);
  expect(news([ann, { held_by: "nobody" }], [ann, ben])).toEqual([]);
});

test("at a rematch it is told who begins, and which seat is mine now", () => {
  expect(news([ann, ben], [ben, ann], "ann", "m2")).toEqual(["Ben begins this time. You are B."]);
  expect(news([ann, ben], [ben, ann], "ben", "m2")).toEqual(["You begin this time, as A."]);
  expect(news([ann, ben], [ben, ann], "eve", "m2")).toEqual(["Ben begins this time."]);
  expect(news([ann, bot], [bot, ann], "ann", "m2")).toEqual(["Bot, Skilled begins this time. You are B."]);
});

test("while a room gathers, those who sit are told who has been there for a moment without a seat", () => {
  vi.useFakeTimers();
  const gathering = (watchers: number) =>
    room({ seats: [ann, { held_by: "nobody" }], phase: "gathering", match: null, watchers });
  const told = (me: string, watchers: number) => {
    const { result } = renderHook(() => useUnseated(gathering(watchers), me));
    expect(result.current).toBe(0);
    act(() => vi.runAllTimers());
    return result.current;
  };
  expect(told("ann", 2)).toBe(2);
  expect(told("ann", 0)).toBe(0);
  expect(told("ben", 1)).toBe(0);
  vi.useRealTimers();
});
