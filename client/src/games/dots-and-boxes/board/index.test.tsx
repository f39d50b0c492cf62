import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { GameProps, RoomActions } from "@/game-kit";
import { recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import type { Draw, View } from "../types";
import DotsAndBoxes from ".";

const NO_LINES = Array.from({ length: 6 }, () => Array(6).fill(null));
const VIEW = {
  h: NO_LINES.map((row) => row.slice(1)),
  v: NO_LINES.slice(1),
  boxes: NO_LINES.slice(1).map((row) => row.slice(1)),
  scores: [0, 0],
  turn: 0,
  last: null,
  winners: [],
} as View;
const person = (name: string) => ({ name, player: name, bot: null, held_by: "player" });

beforeAll(() => wordsOf("dots-and-boxes"));
afterEach(cleanup);

function props(
  host: GameProps<View, Draw>["host"],
  seq: number,
  more: object = {},
): GameProps<View, Draw, never> {
  const seats = [person("Ann"), person("Ben")] as unknown as GameProps<View, Draw>["seats"];
  const moment = { match: "m1", seq, view: VIEW, toMove: [0], scores: [0, 0], outcome: null, last: null };
  const now = { ...moment, clock: () => 0, dueMs: null, ...more };
  return { moment: now, seats, mine: [0], pending: [], refused: null, submit: null, host };
}

test("a line that the clock draws is told on the page", () => {
  const host = recordingHost("dots-and-boxes");
  const again = renderWith(host, <DotsAndBoxes {...props(host, 3)} />);
  const last = { at_ms: 9000, seat: -1, action: { do: "time-up" } };
  again(<DotsAndBoxes {...props(host, 4, { last, view: { ...VIEW, last: "h00", turn: 1 } })} />);
  expect(host.notified).toEqual(["Time was up: a line was drawn for you."]);
});

test("a press without a connection says that it is away, not whose turn it was when it was lost", () => {
  const host = recordingHost("dots-and-boxes", {
    room: { connected: false, now: { seats: [] } } as unknown as RoomActions,
  });
  const waiting = props(host, 3, { toMove: [1], view: { ...VIEW, turn: 1 } });
  renderWith(host, <DotsAndBoxes {...waiting} />);
  fireEvent.keyDown(screen.getByRole("button", { name: "horizontal line, row 1, column 1, free" }), {
    key: "Enter",
  });
  fireEvent.click(screen.getByRole("button", { name: "horizontal line, row 1, column 1, free" }));
  expect(document.querySelector(".turn-answer")?.textContent).toBe("Waiting for the connection.");
});
