import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { queryClient, type Schema } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import { setLanguage } from "@/text";
import { Details, placesAgain } from "./Details";

type Match = Schema["MatchNow"];

const words = (text: string) => ({ en: text });
const shown = (score: number) => ({
  text: words(String(score)),
  spoken: words(String(score)),
  note: words(""),
  facts: {},
});
const bot = { name: "bot casual", player: null, bot: "casual" };

const MATCH = {
  id: "m1",
  game: "dots-and-boxes",
  board: "3 players",
  options: {},
  seed: null,
  seats: [{ name: "Ann", player: "a", bot: null }, bot, bot],
  shown: [shown(5), shown(12), shown(8)],
  outcome: { reason: "full", scores: [5, 12, 8], winners: [1] },
  started: 0,
  ended: 1,
  entries: 60,
  confirmed: true,
  handed_in: null,
  held: false,
  decision: null,
  reason: null,
  tried: null,
  formats: [],
} as unknown as Match;

function show(more: Partial<Match> = {}, listed: unknown[] = []) {
  queryClient.setQueryData(gamesQuery.queryKey, listed as Schema["ListedGame"][]);
  render(
    <QueryClientProvider client={queryClient}>
      <Details match={{ ...MATCH, ...more }} at={0} />
    </QueryClientProvider>,
  );
}

beforeAll(() => setLanguage("en"));
afterEach(cleanup);

test("seats are told apart by their letters, and who won is said", () => {
  show();
  const seats = screen.getAllByRole("listitem").map((seat) => seat.querySelector("span")?.textContent);
  expect(seats).toEqual(["A · Ann", "B · Bot, Casual · Won", "C · Bot, Casual"]);
});

test("of a seat whose player left it is said for whom the bot played", () => {
  show({ seats: [{ ...bot, left_by: "ben", left_name: "Ben" }, ...MATCH.seats.slice(1)] });
  expect(screen.getAllByRole("listitem")[0]?.textContent).toContain("A · Bot, Casual · for Ben");
});

test("of whoever left a seat that nobody took it is said that they left", () => {
  const ben = { name: "Ben", player: "ben", bot: null, left_by: "ben", left_name: "Ben" };
  show({ seats: [ben, ...MATCH.seats.slice(1)] });
  const [seat] = screen.getAllByRole("listitem");
  expect(seat?.querySelector("span")?.textContent).toBe("A · Ben · left");
});

test("alone there is no letter and nobody to have won against", () => {
  show({
    seats: MATCH.seats.slice(0, 1),
    shown: [shown(5)],
    outcome: { reason: "x", scores: [5], winners: [0] },
  });
  expect(screen.getByRole("listitem").querySelector("span")?.textContent).toBe("Ann");
});

const LISTED = {
  id: "dots-and-boxes",
  boards: [{ name: "3 players", label: words("3 players") }],
  seeded: true,
  options: [
    {
      name: "last",
      kind: "bool",
      label: words("The last one loses"),
      default: false,
      choices: [{ value: false, label: words("Off") }],
      suggested: [],
    },
    {
      name: "capture",
      kind: "bool",
      label: words("Capture"),
      default: true,
      choices: [{ value: false, label: words("Off") }],
      suggested: [],
    },
    { name: "heaps", kind: "integer", label: words("Heaps"), default: 3, choices: [], suggested: [] },
  ],
};
const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll(".details-facts > div")].map((fact) => [
      fact.querySelector("dt")?.textContent,
      fact.querySelector("dd")?.textContent,
    ]),
  );

test("the options that were chosen are told, and none where all are at their defaults", () => {
  show({ options: { last: true, heaps: 5, capture: false } }, [LISTED]);
  expect(facts().Settings).toBe("The last one loses · Capture: Off · Heaps: 5");
  cleanup();
  show({ options: { last: false, heaps: 3 } }, [LISTED]);
  expect(Object.keys(facts())).toEqual(["Played", "Length"]);
});

test("only a game for one has a board with a name; one for several may have a seed", () => {
  show({ seed: 7 }, [LISTED]);
  expect(facts().Board).toBe("seed 7");
  cleanup();
  show({ seed: 7, seats: MATCH.seats.slice(0, 1) }, [LISTED]);
  expect(facts().Board).toBe("3 players · seed 7");
});

test("what the host removed is not called confirmed", () => {
  show({ decision: "accepted", reason: "seen" });
  expect(screen.getByText(/^Confirmed/)).toBeTruthy();
  cleanup();
  show({ decision: "rejected", reason: "a script" });
  expect(screen.queryByText(/^Confirmed/)).toBeNull();
  expect(screen.getByText("The host removed the score: a script").dataset.ok).toBe("false");
});

test("a match of several can be played again, with the same bots and me where I sat", () => {
  show();
  expect(screen.getByRole("button", { name: "Play again" })).toBeTruthy();
  const ben = { name: "Ben", player: "b", bot: null };
  const seats = [bot, { ...ben, name: "Ann", player: "a" }, ben];
  const places = (me: string) => placesAgain(seats, me).map((place) => place.for);
  expect(placesAgain(seats, "b")[0]).toEqual({ for: "bot", level: "casual" });
  expect(places("b")).toEqual(["bot", "anybody", "me"]);
  expect(places("c")).toEqual(["bot", "me", "anybody"]);
  const left = { ...bot, left_by: "c" };
  expect(placesAgain([ben, left], "c").map((place) => place.for)).toEqual(["anybody", "me"]);
  expect(placesAgain([bot, bot], "c").map((place) => place.for)).toEqual(["me", "bot"]);
});

test("alone there is the same board instead", () => {
  show({ seats: MATCH.seats.slice(0, 1), shown: [shown(5)], seed: 7 });
  expect(screen.queryByRole("button", { name: "Play again" })).toBeNull();
  expect(screen.getByRole("button", { name: "Same board again" })).toBeTruthy();
});
