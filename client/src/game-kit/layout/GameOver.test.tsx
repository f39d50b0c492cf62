import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { RoomActions } from "../contract/host";
import { recordingHost, renderWith, wordsOf } from "../testing";
import { GameOver } from "./GameOver";

beforeAll(() => wordsOf("ten-exorcism"));
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const room = {
  now: { seats: [{ held_by: "player", player: "me" }], rematch: [] },
  me: "me",
  again: () => {},
  sameBoard: null,
  result: { title: "Daily, today", facts: <p>New best</p>, standings: <p>Everybody</p>, share: null },
} as unknown as RoomActions;

function end(atOnce = false) {
  const host = recordingHost("ten-exorcism", { room });
  renderWith(
    host,
    <GameOver match="m1" ending={{ title: "Time is up", text: "8 freed." }} atOnce={atOnce} />,
  );
  return host;
}

test("the finished board is looked at before the result covers it, and it is said at once", () => {
  const host = end();
  expect(host.announced).toEqual(["Time is up. 8 freed."]);
  expect(host.played).toEqual(["over"]);
  expect(screen.queryByRole("dialog")).toBeNull();
  act(() => void vi.runOnlyPendingTimers());
  expect(screen.getByRole("dialog").textContent).toContain("Daily, today");
  expect(screen.getByRole("dialog").textContent).toContain("New best");
  expect(screen.getByRole("dialog").textContent).toContain("Everybody");
});

test("a key or a tap asks for the result; a drag or a key that was under way does not", () => {
  end();
  fireEvent.pointerUp(document.body);
  fireEvent.click(document.body);
  fireEvent.keyDown(document.body, { key: "ArrowUp", repeat: true });
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.keyDown(document.body, { key: "Enter" });
  expect(screen.getByRole("dialog")).toBeTruthy();
  cleanup();
  end();
  fireEvent.pointerDown(document.body);
  fireEvent.pointerUp(document.body);
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.click(document.body);
  expect(screen.getByRole("dialog")).toBeTruthy();
});

test("a match that was over when the page was opened shows its result at once", () => {
  end(true);
  expect(screen.getByRole("dialog")).toBeTruthy();
});

test("what the picture shows is not said beside it a second time, and read out all the same", () => {
  const host = recordingHost("ten-exorcism", { room });
  const ending = { title: "Time is up", text: "ghosts freed.", spoken: "8 ghosts freed.", picture: <b>8</b> };
  renderWith(host, <GameOver match="m1" ending={ending} atOnce />);
  expect(host.announced).toEqual(["Time is up. 8 ghosts freed."]);
  expect(screen.getByRole("dialog").textContent?.match(/8/g)).toEqual(["8"]);
});
