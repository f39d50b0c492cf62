import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { RoomActions } from "../contract/host";
import type { SeatNow } from "../contract/types";
import { recordingHost, renderWith, wordsOf } from "../testing";
import { SeatedGame } from "./SeatedGame";

beforeAll(() => wordsOf("dots-and-boxes"));
afterEach(cleanup);

const SEATS = ["Ann", "Ben", "Cho"].map(
  (name): SeatNow => ({ held_by: "player", name, player: name, present: true }),
);
const MOMENT = {
  match: "m1",
  seq: 3,
  view: null,
  toMove: [1],
  scores: [2, 5, 4],
  outcome: null,
  last: { at_ms: 0, seat: 2, action: {} },
  clock: () => 0,
  dueMs: null,
};
const IN_A_ROOM = {
  now: { seats: [], rematch: [] },
  me: "Ann",
  sameBoard: null,
  result: null,
} as unknown as RoomActions;
type Props = Partial<Parameters<typeof SeatedGame>[0]>;

const shown = (more: Props = {}) => (
  <SeatedGame
    moment={MOMENT}
    seats={SEATS}
    mine={[1]}
    pending={[]}
    turn="Ben is to move."
    unit="boxes"
    board={<p>the board</p>}
    ending={null}
    {...more}
  />
);
const cards = () => screen.getAllByRole("listitem");
const places = () => cards().map((card) => card.style.gridArea.split(" ")[0]);

test("my card stands nearest to me and the others follow clockwise; who only looks on has a side, too", () => {
  const again = renderWith(recordingHost("dots-and-boxes"), shown());
  expect(places()).toEqual(["p2", "p0", "p1"]);
  again(shown({ mine: [], nearest: 2 }));
  expect(places()).toEqual(["p1", "p2", "p0"]);
});

test("a card says whose turn it is, the points, and what the last entry won for its seat", () => {
  renderWith(recordingHost("dots-and-boxes"), shown({ gained: 2 }));
  expect(cards().map((card) => card.getAttribute("aria-current"))).toEqual([null, "true", null]);
  expect(cards()[1]?.textContent).toContain("5 boxes");
  expect(cards().map((card) => card.textContent?.includes("+2"))).toEqual([false, false, true]);
});

test("what the last entry won is not told beside the final points", () => {
  const outcome = { winners: [2], scores: [2, 5, 4], reason: "finished" };
  const moment = { ...MOMENT, toMove: [], outcome };
  renderWith(recordingHost("dots-and-boxes"), shown({ gained: 2, moment }));
  expect(cards().some((card) => card.textContent?.includes("+2"))).toBe(false);
});

test("at the end the winners come first, whatever their points, and are said to have won", () => {
  const outcome = { winners: [0], scores: [2, 4, 5], reason: "last-one-taken" };
  const moment = { ...MOMENT, scores: outcome.scores, toMove: [], outcome };
  const ending = { title: "Over", text: "Ann won." };
  renderWith(recordingHost("dots-and-boxes", { room: IN_A_ROOM }), shown({ moment, ending }));
  const cards = [...document.querySelectorAll(".seats-in-order .seat-card")];
  expect(cards.map((card) => card.querySelector(".seat-card-name")?.textContent)).toEqual([
    "Ann",
    "Cho",
    "Ben",
  ]);
  expect(cards.map((card) => card.textContent?.includes("winner"))).toEqual([true, false, false]);
});

test("why something could not be done stands in place of the turn", () => {
  const again = renderWith(
    recordingHost("dots-and-boxes"),
    shown({ answer: { text: "Not yet.", count: 1 } }),
  );
  expect(screen.queryByText("Ben is to move.")).toBeNull();
  expect(screen.getByText("Not yet.")).toBeTruthy();
  again(shown());
  expect(screen.getByText("Ben is to move.")).toBeTruthy();
});
