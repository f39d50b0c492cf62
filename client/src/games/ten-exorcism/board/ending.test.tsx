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

test("whoever asks what was possible sees how far the search is, hears each quarter once, and reads what it found", async () => {
  let tell: (part: number) => void = () => {};
  let find: (report: object) => void = () => {};
  const analyse = vi.fn((onProgress?: (part: number) => void) => {
    tell = onProgress ?? tell;
    return new Promise((resolve) => {
      find = resolve;
    });
  });
  const room = { seats: [], rematch: [] };
  const table = { room, me: "ann", result: null, sameBoard: null, analyse } as unknown as RoomActions;
  const host = recordingHost("ten-exorcism", { table });
  const props = { moment: OVER, seats: [], mine: [0], pending: [], refused: null, submit: null, host };
  renderWith(host, <TenExorcism {...props} />);

  fireEvent.click(await screen.findByRole("button", { name: "What was possible?" }));
  const bar = screen.getByRole("progressbar");
  expect(bar.hasAttribute("value")).toBe(false);
  host.announced.length = 0;
  for (const part of [0.1, 0.3, 0.4, 0.6, 0.9, 0.95]) act(() => tell(part));
  expect(screen.getByText("Looking for the best line… 95% done")).toBeTruthy();
  expect(host.announced).toEqual(["25% done", "50% done", "75% done"]);

  await act(async () => find({ best: 3 }));
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getByText("ghosts freed. The best line found frees 3.")).toBeTruthy();
  expect(analyse).toHaveBeenCalledOnce();
});
