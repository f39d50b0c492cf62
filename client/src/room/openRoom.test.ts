import { beforeEach, expect, test } from "vitest";
import type { ListedGame } from "@/catalogue/names";
import { quickRoom, triedFrom } from "./openRoom";

const game = (seats: ListedGame["quick_start"]["seats"]) =>
  ({ id: "nim", quick_start: { seats, options: {} } }) as unknown as ListedGame;
const ME = { for: "me" } as const;
const BOT = { for: "bot", level: "weak" } as const;

beforeEach(() => localStorage.clear());

test("against a bot I begin at first, then the bot does, and so on", () => {
  const starts = [1, 2, 3].map(() => quickRoom(game([ME, BOT])).seats);
  expect(starts).toEqual([
    [ME, BOT],
    [BOT, ME],
    [ME, BOT],
  ]);
});

test("alone there is nobody to take turns with", () => {
  expect([quickRoom(game([ME])).seats, quickRoom(game([ME])).seats]).toEqual([[ME], [ME]]);
});

test("a try knows the moment it came from, by its address alone", () => {
  expect(triedFrom("?from=a1-B_2&at=12")).toBe("/match/a1-B_2?at=12");
  for (const none of ["", "?from=a1", "?at=3", "?from=//elsewhere&at=1", "?from=a1&at=x"])
    expect(triedFrom(none)).toBeNull();
});
