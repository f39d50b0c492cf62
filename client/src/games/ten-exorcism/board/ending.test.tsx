/** What is asked of the solver once a match is over. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { RoomActions } from "@/game-kit";
import { recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import type { View } from "../types";
import TenExorcism from ".";

beforeAll(() => wordsOf("ten-exorcism"));
afterEach(cleanup);

const VIEW: View = { board: [[0, 0, 5]], score: 2, ghosts: 1, hints: 0, limit_ms: null, ended: "finished" };
const OVER = {
  ...{ match: "m1", seq: 1, view: VIEW, toMove: [], scores: [2], last: null, clock: () => 0, dueMs: null },
  outcome: { reason: "finished", scores: [2], winners: [] },
};

/** The end of a match whose solver says what `find` is called with. */
async function shownEnding() {
  let find: (found: { score: number; bound: number } | undefined) => void = () => {};
  const solve = vi.fn(
    () =>
      new Promise((resolve) => {
        find = resolve;
      }),
  );
  const now = { seats: [], rematch: [] };
  const room = { now, me: "ann", result: null, sameBoard: null, solve } as unknown as RoomActions;
  const host = recordingHost("ten-exorcism", { room });
  const props = { moment: OVER, seats: [], mine: [0], pending: [], refused: null, submit: null, host };
  renderWith(host, <TenExorcism {...props} />);
  const button = await screen.findByRole("button", { name: "What was possible?" });
  return {
    host,
    solve,
    button,
    find: (...found: Parameters<typeof find>) => act(async () => find(...found)),
  };
}

test("whoever asks what was possible hears that it is looked for, once, and reads what was found", async () => {
  const { host, solve, button, find } = await shownEnding();
  for (const _again of [1, 2]) fireEvent.click(button);
  expect(solve).toHaveBeenCalledOnce();
  expect(host.announced.filter((text) => text === "Looking for the best line…")).toHaveLength(1);
  expect(button.textContent).toBe("Looking for the best line…");
  await find({ score: 3, bound: 4 });
  expect(screen.getByText("ghosts freed. The best line found frees 3.")).toBeTruthy();
  expect(button.isConnected).toBe(false);
});

test("what the solver cannot beat is said, and where it failed it can be asked again", async () => {
  const { button, find } = await shownEnding();
  fireEvent.click(button);
  await find(undefined);
  expect(button.textContent).toBe("What was possible?");
  fireEvent.click(button);
  await find({ score: 1, bound: 4 });
  expect(screen.getByText("ghosts freed. No better line was found.")).toBeTruthy();
});
