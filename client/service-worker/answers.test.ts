import { expect, test } from "vitest";
import { isCatalogue, isRead } from "./answers";

test("what the hub plays is kept, and what was read of matches, players and boards", () => {
  expect(["api", "api/games"].every(isCatalogue)).toBe(true);
  const read = [
    "api/daily",
    "api/daily/stackdoku/2026-11-16",
    "api/leaderboards/ten-exorcism/classic",
    "api/ratings/dots-and-boxes",
    "api/players/p1",
    "api/players/p1/matches",
    "api/matches/m1",
    "api/matches/m1/steps",
    "api/matches/m1/result",
    "api/matches/m1/session",
  ];
  expect(read.filter((path) => !isRead(path))).toEqual([]);
});

test("what is under way, secret or only of this machine is not", () => {
  const passing = [
    "api/me",
    "api/me/rooms",
    "api/me/devices",
    "api/rooms/ABCDEF",
    "api/rooms/ABCDEF/socket",
    "api/rooms/ABCDEF/session",
    "api/matches/m1/analysis",
    "api/matches/m1/log",
    "api/addresses",
    "api/lobby/socket",
    "health",
    "metrics",
    "",
  ];
  expect(passing.filter((path) => isRead(path) || isCatalogue(path))).toEqual([]);
});
