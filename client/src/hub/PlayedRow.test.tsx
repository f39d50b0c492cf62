import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { queryClient, type Schema } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import { setLanguage } from "@/text";
import { PlayedRow } from "./PlayedRow";

type Seat = Schema["PlayedSeat"];

const seat = (name: string, player: string | null, bot: string | null = null): Seat => ({
  name,
  player,
  bot,
  score: 5,
  shown: null,
  won: false,
});

const rowOf = (...seats: Seat[]) => shown({ seats });

function shown(more: Partial<Schema["PlayedMatch"]>): string {
  queryClient.setQueryData(gamesQuery.queryKey, []);
  const played: Schema["PlayedMatch"] = {
    match: "m1",
    game: "dots-and-boxes",
    board: null,
    started: 0,
    ended: 1,
    reason: "full",
    seats: [seat("Ann", "me")],
    confirmed: true,
    counted: true,
    not_counted: null,
    tried: false,
    handed_in: null,
    held: false,
    daily: null,
    ...more,
  };
  render(
    <QueryClientProvider client={queryClient}>
      <PlayedRow played={played} me="me" />
    </QueryClientProvider>,
  );
  return screen.getByRole("link").textContent ?? "";
}

beforeAll(() => setLanguage("en"));
afterEach(cleanup);

test("a game of several says with whom it was played, each once", () => {
  expect(
    rowOf(seat("Ann", "me"), seat("Ben", "b"), seat("casual", null, "casual"), seat("Ben", "b")),
  ).toContain("with Ben, Bot · ");
});

test("a bot that took my seat is nobody whom I played with", () => {
  const mine = { ...seat("casual", null, "casual"), left_by: "me" };
  expect(rowOf(mine, seat("Ben", "b"))).toContain("with Ben · ");
  cleanup();
  expect(rowOf({ ...mine, left_by: "c" }, seat("Ben", "b"), seat("Ann", "me"))).toContain("with Bot, Ben · ");
});

test("a score that the host removed is marked", () => {
  expect(shown({ counted: false, not_counted: "rejected" })).toContain("removed by the host");
  cleanup();
  expect(shown({})).not.toContain("removed");
});

test("alone, and at one device, nobody is named", () => {
  expect(rowOf(seat("Ann", "me"), seat("Ann", "me"))).not.toContain("with");
});

test("my own score comes first, wherever I sat", () => {
  const shown = (points: number) => ({
    text: { en: `${points}`, ko: `${points}` },
    spoken: { en: "", ko: "" },
    note: { en: "", ko: "" },
    facts: { points },
  });
  const ben = { ...seat("Ben", "b"), shown: shown(8) };
  expect(rowOf(ben, { ...seat("Ann", "me"), shown: shown(17), won: true })).toContain("Won 17 : 8");
});

test.each([
  [true, "a try"],
  [false, "practice"],
])("what does not count says whether it went on from another match: %s", (tried, words) => {
  expect(shown({ tried, not_counted: "chosen-seed" })).toContain(` · ${words}`);
});

test("what was played offline says so, handed in or not", () => {
  expect(shown({ handed_in: 5 })).toContain("offline");
  cleanup();
  expect(shown({ match: "home-1" })).toContain("offline");
  cleanup();
  expect(shown({})).not.toContain("offline");
});
