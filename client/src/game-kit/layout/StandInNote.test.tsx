import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { RoomActions } from "../contract/host";
import type { Moment, SeatNow } from "../contract/types";
import { recordingHost, renderWith, wordsOf } from "../testing";
import { StandInNote } from "./StandInNote";

beforeAll(() => wordsOf("dots-and-boxes"));
afterEach(cleanup);

const moment: Moment<unknown, unknown> = {
  match: "m1",
  seq: 0,
  view: null,
  toMove: [1],
  scores: [0, 0],
  outcome: null,
  last: null,
  clock: () => 4000,
  dueMs: null,
};
const ann: SeatNow = { held_by: "player", name: "Ann", player: "ann", present: true };
const left: SeatNow = { held_by: "nobody", kept_for: "ben", kept_name: "Ben" };

function said(me: string, seat: SeatNow) {
  const host = recordingHost("dots-and-boxes", { room: { me } as unknown as RoomActions });
  renderWith(
    host,
    <p data-testid="note">
      <StandInNote moment={moment} seats={[ann, seat]} seat={1} due={20_000} />
    </p>,
  );
  return screen.getByTestId("note").textContent;
}

test.each([
  ["ann", left, "Ben left. A bot takes over in 16 s."],
  ["ben", left, "You left. A bot takes over in 16 s."],
  ["ann", { ...ann, name: "Ben", player: "ben", present: false }, "Ben is away. A bot takes over in 16 s."],
])("who is gone is named, and whoever left is told so as themselves: %s", (me, seat, sentence) => {
  expect(said(me, seat as SeatNow)).toBe(sentence);
});
