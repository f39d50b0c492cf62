import { cleanup, render, renderHook } from "@testing-library/react";
import { createElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { http, queryClient } from "@/api/client";
import { room } from "@/connection/testing";
import type { RoomNow } from "@/game-kit/contract/types";
import { WithQueries } from "@/game-kit/testing";
import { setLanguage } from "@/text";
import { Notices, notify } from "@/ui/notices";
import { seatsNewcomer, useSeatAtOnce } from "./seatAtOnce";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
  queryClient.clear();
});

type Seat = RoomNow["seats"][number];
const ANN: Seat = { held_by: "player", name: "Ann", player: "ann", present: true };
const BEN: Seat = { ...ANN, name: "Ben", player: "ben" };
const BOT: Seat = { held_by: "bot", level: "casual", present: true };
const FREE: Seat = { held_by: "nobody" };
const KEPT: Seat = { held_by: "nobody", kept_for: "cleo", kept_name: "Cleo" };

/** Whether Ben is seated when he comes to Ann's room. */
const seated = (seats: Seat[], more: Partial<RoomNow> = {}) =>
  seatsNewcomer(room({ phase: "gathering", match: null, seats, ...more }), "ben");

test("whoever comes to a room with a free seat in which nothing has begun is seated", () => {
  expect(seated([ANN, FREE])).toBe(true);
  expect(seated([FREE, ANN, BOT, FREE])).toBe(true);
});

test("nobody is seated twice, in a room of their own, at a seat that is kept for somebody, or where play has begun", () => {
  expect(seated([ANN, BEN, FREE])).toBe(false);
  expect(seated([ANN, FREE], { host: "ben" })).toBe(false);
  expect(seated([ANN, KEPT])).toBe(false);
  expect(seated([ANN, { ...KEPT, kept_for: "ben" }])).toBe(true);
  expect(seated([ANN, BOT])).toBe(false);
  expect(seated([ANN, FREE], { phase: "playing", match: "m1" })).toBe(false);
  expect(seated([ANN, FREE], { phase: "over", match: "m1" })).toBe(false);
});

test.each<[string, Partial<RoomNow>, string]>([
  [
    "nothing has begun",
    { phase: "gathering", ranked: true },
    "You are B. “Watch instead” gives the seat up.",
  ],
  ["nobody else sits there", { phase: "gathering", seats: [FREE, BEN] }, "You are B."],
  ["play begins", { phase: "playing" }, "You are B. To watch: “Leave the room”, then “Watch instead”."],
  [
    "a rated match begins",
    { phase: "playing", ranked: true },
    "You are B. Rated: “Leave the room” counts as a loss, also to watch.",
  ],
])("whoever is seated is told by which button to watch, and what it costs: %s", async (_, more, said) => {
  await setLanguage("en");
  const taken = room({ seats: [ANN, BEN], ...more });
  vi.spyOn(http, "POST").mockResolvedValue({ data: taken, response: new Response() } as never);
  const free = room({ phase: "gathering", match: null, seats: [ANN, FREE] });
  notify("nothing yet");
  render(createElement(Notices));
  renderHook(() => useSeatAtOnce(free, "ben"), { wrapper: WithQueries });
  await vi.waitFor(() => expect(document.querySelector(".notice")?.textContent).toBe(said));
});
