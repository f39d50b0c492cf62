import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Route, Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { ME, type Schema } from "@/api/client";
import { dailiesQuery, dailyQuery, gamesQuery } from "@/api/queries";
import { isServerUnreachable, markServerUnreachable } from "@/api/reachable";
import { setLanguage } from "@/text";
import DailyPage from "./DailyPage";

const TODAY = "2026-11-16";
const shown = {
  text: { en: "131", ko: "131" },
  spoken: { en: "131 points", ko: "131점" },
  note: { en: "", ko: "" },
  facts: {},
};
const attempt: Schema["MyAttempt"] = {
  room: "ABCDEF",
  match: "m1",
  begun: true,
  over: true,
  score: 131,
  shown,
  rank: 2,
  not_counted: null,
};

beforeAll(() => setLanguage("en"));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The page as it stands with this challenge; whoever looks has nothing to load. */
function open(challenge: Partial<Schema["Challenge"]>, path = "/daily", rows: object[] = []): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const empty = { players: rows.length, rows, around: [], mine: null };
  client.setQueryData(ME, { id: "ann" });
  client.setQueryData(gamesQuery.queryKey, []);
  client.setQueryData(dailiesQuery.queryKey, [
    {
      game: "ten-exorcism",
      day: TODAY,
      board: "classic",
      options: {},
      ends_in_s: 3600,
      players: 5,
      mine: null,
      streak: 0,
      ...challenge,
    },
  ]);
  for (const day of [TODAY, "2026-11-02"])
    client.setQueryData(
      dailyQuery("ten-exorcism", day, "ann").queryKey,
      empty as unknown as Schema["Leaderboard"],
    );
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path }).hook}>
        <Route path="/daily/:game?/:day?">
          <DailyPage />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
  return document.querySelector(".daily")?.textContent ?? "";
}

const buttons = () => [...document.querySelectorAll(".daily > .row > .button")].map((one) => one.textContent);

test("before my attempt there is the day, how long it can be begun, and one way in", () => {
  const said = open({ streak: 3 });
  expect(said.split("November 16, 2026")).toHaveLength(2);
  expect(said).toContain("classic · 1:00:00 left · 3 days in a row");
  expect(buttons()).toEqual(["Start"]);
  expect(said).toContain("No score yet. The first one is yours to set.");
});

test("an attempt under way is gone on with", () => {
  open({ mine: { ...attempt, over: false, score: null, shown: null, rank: null } });
  expect(buttons()).toEqual(["Continue"]);
});

test("after it there are score, rank and when the next one comes, to be shared and watched", () => {
  const said = open({ mine: attempt });
  expect(said).toContain("131 points, rank 2 of 5");
  expect(said).toContain("The next one in 1:00:00");
  expect(said).toContain("Nobody is on this list.");
  expect(buttons()).toEqual(["Share", "Watch the replay"]);
});

test.each([
  [{ rank: null }, "131 points, not on the list yet"],
  [
    { rank: null, not_counted: "unfinished" },
    "131 points. Finished before its end, so it is not on the list.",
  ],
  [{ rank: null, not_counted: "no-points", shown: null }, "Without points it is not on the list."],
] as const)("an attempt without a rank says why: %j", (more, text) => {
  open({ mine: { ...attempt, ...more } });
  expect(screen.getByText(text)).toBeTruthy();
});

test("a link to a day that is over leads to its table, and to playing today's", () => {
  const said = open({}, "/daily/ten-exorcism/2026-11-02");
  expect(said).toContain(
    "The daily of November 2, 2026 is over: below is who did best. Today’s can be played.",
  );
  expect(document.querySelector(".daily-days")?.textContent).toBe("November 2, 2026");
  expect(buttons()).toEqual(["Start"]);
});

test("the replays of a board that I could still play are not led to, with a word why", () => {
  const row = { rank: 1, player: "ben", name: "Ben", match: "m9", shown, seconds: 90, at: 0 };
  const why = "The replays open once your own attempt is over.";
  expect(open({}, "/daily", [row])).toContain(why);
  expect(screen.queryAllByRole("link", { name: /replay|Race/ })).toEqual([]);
  cleanup();
  expect(open({ mine: attempt }, "/daily", [row])).not.toContain(why);
  expect(screen.getByRole("link", { name: "Watch the replay of Ben" }).getAttribute("href")).toBe(
    "/match/m9",
  );
});

test("without the server, what it said on another day is not today's", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  vi.setSystemTime(Date.parse(TODAY) + 3_600_000);
  markServerUnreachable();
  expect(open({})).toContain("23:00:00 left");
  cleanup();
  vi.setSystemTime(Date.parse(TODAY) + 86_400_000);
  expect(open({})).toBe("");
  expect(screen.getByText(/once the connection is back/)).toBeDefined();
  // The server is heard again: other tests ask it.
  vi.stubGlobal("fetch", async () => Response.json({ status: "alive" }));
  window.dispatchEvent(new Event("online"));
  await vi.waitUntil(() => !isServerUnreachable());
  vi.unstubAllGlobals();
});
