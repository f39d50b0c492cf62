import { beforeEach, expect, test } from "vitest";
import type { ListedGame } from "@/catalogue/names";
import { quickRoom } from "./openRoom";

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
