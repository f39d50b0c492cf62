import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { queryClient } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import type { ListedGame } from "@/catalogue/names";
import { setLanguage } from "@/text";
import { HubCard } from "./HubCard";

beforeEach(() => setLanguage("en"));
afterEach(cleanup);

function tagOf(...seats: [number, number]): string {
  const words = { en: "A game", de: "Ein Spiel", ko: "놀이" };
  const game = { id: "no-page", title: words, summary: words, seats } as unknown as ListedGame;
  queryClient.setQueryData(gamesQuery.queryKey, [game]);
  render(
    <QueryClientProvider client={queryClient}>
      <HubCard game={game} />
    </QueryClientProvider>,
  );
  const tag = screen.getByRole("article").querySelector(".hub-tags")?.textContent ?? "";
  cleanup();
  return tag;
}

test("a card says how many play: alone, from so many to so many, or exactly so many", () => {
  expect([tagOf(1, 1), tagOf(2, 4), tagOf(2, 2)]).toEqual(["Solo", "2 to 4 players", "2 players"]);
});

test("exactly so many are told in every language", async () => {
  await setLanguage("de");
  expect(tagOf(2, 2)).toBe("2 Spieler");
  await setLanguage("ko");
  expect(tagOf(2, 2)).toBe("2명");
});
