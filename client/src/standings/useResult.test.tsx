import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { http, queryClient } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import type { MatchProps, RoomNow } from "@/game-kit/contract/types";
import { setLanguage } from "@/text";
import { useResult } from "./useResult";

beforeAll(() => setLanguage("en"));
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
});

interface Played {
  mine: number[];
  tried?: boolean;
  over?: boolean;
  /** Whether a bot took my seat. */
  replaced?: boolean;
  ranked?: boolean;
}

function Facts({ mine, tried = false, over = true, replaced = false, ranked = false }: Played) {
  const seats = [{ held_by: replaced ? "bot" : "player", kept_for: replaced ? "ann" : null }];
  const room = {
    game: "dots-and-boxes",
    daily: null,
    tried: tried ? {} : null,
    match: "m",
    confirmed: null,
    ranked,
    seats,
  };
  const moment = { match: "m", outcome: over ? { winners: [0], scores: [5, 4] } : null };
  const shown = useResult(
    room as unknown as RoomNow,
    { moment, mine } as unknown as MatchProps<unknown, unknown>,
    "ann",
  );
  return (
    <output>
      <Suspense fallback={null}>{shown?.facts}</Suspense>
    </output>
  );
}

function show(played: Played) {
  queryClient.setQueryData(gamesQuery.queryKey, []);
  render(
    <QueryClientProvider client={queryClient}>
      <Facts {...played} />
    </QueryClientProvider>,
  );
  return screen.getByRole("status").textContent;
}

test.each([
  ["same-player", "One person held several seats, so it is not rated."],
  ["chosen-seed", "Practice: on a board that was chosen it does not count."],
])(
  "whoever held several seats reads why it does not count, as the hub says: %s",
  async (not_counted, said) => {
    vi.spyOn(http, "GET").mockResolvedValue({ data: { not_counted }, response: new Response() } as never);
    expect(show({ mine: [0, 1] })).toBe("");
    expect(await screen.findByText(said)).toBeTruthy();
  },
);

test.each<Played>([{ mine: [0, 1], over: false }, { mine: [0, 1], tried: true }, { mine: [] }])(
  "nothing is said of ratings before the end, of a try, and to those who watch: %o",
  (played) => {
    expect(show(played)).toBe("");
  },
);

test("whoever was away or watched until the end reads that a bot played on", () => {
  expect(show({ mine: [], replaced: true })).toBe(
    "A bot played on for you. You can take your seat again in the next game.",
  );
});

test("whoever left a rated match and did not come back reads that it is lost, and their rating", async () => {
  const rating = { change: null, now: 1055, rated_as: "lost", i_left: true, others_left: [] };
  vi.spyOn(http, "GET").mockResolvedValue({ data: { rating }, response: new Response() } as never);
  show({ mine: [], replaced: true, ranked: true });
  expect(await screen.findByText("You left, so for the rating this counts as lost.")).toBeTruthy();
  expect(screen.getByText("Rating 1055")).toBeTruthy();
  expect(screen.getByText(/^A bot played on for you/)).toBeTruthy();
});

test("whoever left a match that was played too fast reads that the host looks at it", async () => {
  const held = { data: { rating: null, not_counted: "held" }, response: new Response() };
  vi.spyOn(http, "GET").mockResolvedValue(held as never);
  show({ mine: [], replaced: true, ranked: true });
  expect(await screen.findByText(/it counts once the host has looked/)).toBeTruthy();
  expect(screen.queryByText(/^Rating/)).toBeNull();
});

test("whoever played one seat to the end reads what came of it, though a bot took another of theirs", async () => {
  vi.spyOn(http, "GET").mockResolvedValue({
    data: { not_counted: "seat-changed" },
    response: new Response(),
  } as never);
  expect(show({ mine: [1], replaced: true })).not.toContain("A bot played on");
  expect(await screen.findByText("A seat changed hands in the middle, so it is not rated.")).toBeTruthy();
});
