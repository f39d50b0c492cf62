import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { queryClient } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import type { MatchProps, RoomNow } from "@/game-kit/contract/types";
import { setLanguage } from "@/text";
import { useResult } from "./useResult";

beforeAll(() => setLanguage("en"));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

interface Played {
  mine: number[];
  tried?: boolean;
  over?: boolean;
}

function Facts({ mine, tried = false, over = true }: Played) {
  const room = { game: "dots-and-boxes", daily: null, tried: tried ? {} : null, match: "m", confirmed: null };
  const moment = { match: "m", outcome: over ? { winners: [0], scores: [5, 4] } : null };
  const shown = useResult(
    room as unknown as RoomNow,
    { moment, mine } as unknown as MatchProps<unknown, unknown>,
    "ann",
  );
  return <output>{shown?.facts}</output>;
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

test("a match in which one person held several seats says at its end that it is not rated", () => {
  expect(show({ mine: [0, 1] })).toBe("One person held several seats, so it is not rated.");
});

test.each<Played>([{ mine: [0, 1], over: false }, { mine: [0, 1], tried: true }, { mine: [] }])(
  "nothing is said of ratings before the end, of a try, and to those who watch: %o",
  (played) => {
    expect(show(played)).toBe("");
  },
);
