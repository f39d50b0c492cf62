import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { queryClient } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import { room } from "@/connection/testing";
import type { MatchProps, RoomNow } from "@/game-kit/contract/types";
import { setLanguage } from "@/text";
import { Cover } from "./Cover";

let submitted: unknown[] = [];

beforeAll(() => setLanguage("en"));
beforeEach(() => {
  submitted = [];
  queryClient.setQueryData(gamesQuery.queryKey, []);
});
afterEach(cleanup);

async function show(
  more: Partial<MatchProps<unknown, unknown>> = {},
  around: Partial<RoomNow> = {},
  visitor: { first: boolean; onLearn: (() => void) | null } = { first: false, onLearn: null },
): Promise<void> {
  const now = room({ game: "ten-exorcism", ...around });
  const match: MatchProps<unknown, unknown> = {
    moment: {
      match: "m1",
      seq: 0,
      view: null,
      toMove: [0],
      scores: [0],
      outcome: null,
      last: null,
      clock: () => 0,
      dueMs: null,
    },
    seats: now.seats,
    mine: [0],
    pending: [],
    refused: null,
    submit: (action) => submitted.push(action),
    ...more,
  };
  render(
    <QueryClientProvider client={queryClient}>
      <Cover room={now} match={match} onBegin={() => {}} onHelp={() => {}} {...visitor} />
    </QueryClientProvider>,
  );
  await screen.findByRole("region");
  await act(async () => {});
}

test("the candle is lit by its button, which has the focus, and by a key where nothing has it", async () => {
  await show();
  const button = screen.getByRole("button", { name: "Light the candle" });
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  button.blur();
  fireEvent.keyDown(document.body, { key: " " });
  fireEvent.keyDown(document.body, { key: "a" });
  expect(submitted).toEqual([{ do: "ready" }, { do: "ready" }]);
});

test("a game's own picture is on its cover, and changes once it is begun; else the one in lists", async () => {
  const drawn = () => document.querySelector(".cover-picture svg");
  await show();
  expect(drawn()?.getAttribute("viewBox")).toBe("-10 0 64 104");
  const parts = drawn()?.querySelectorAll("path").length ?? 0;
  cleanup();
  await show({ pending: [{ do: "ready" }] });
  expect(drawn()?.querySelectorAll("path").length).toBeGreaterThan(parts);
  cleanup();
  await show({}, { game: "dots-and-boxes" });
  expect(drawn()).toBeTruthy();
});

test("a cover that comes late takes the focus from nothing", async () => {
  const opener = document.body.appendChild(document.createElement("button"));
  opener.focus();
  await show();
  expect(document.activeElement).toBe(opener);
  opener.remove();
});

test("a try says that it goes on from a moment and does not count", async () => {
  await show({}, { tried: { match: "m0", seq: 3 } });
  const text = screen.getByRole("region").textContent;
  expect(text).toContain("from the moment you chose. It does not count.");
  expect(text, "its time has begun to run before").not.toContain("120 seconds, from");
});

test("it is lit once: not again while the first is on its way, nor by a key of another button", async () => {
  await show({ pending: [{ do: "ready" }] });
  fireEvent.click(screen.getByRole("button", { name: "Light the candle" }));
  fireEvent.keyDown(screen.getByRole("button", { name: "How to play" }), { key: "Enter" });
  expect(submitted).toEqual([]);
});

test("who watches is told who is waited for, and has nothing to light", async () => {
  await show({ submit: null, mine: [] });
  expect(screen.getByText("Ann has not lit the candle yet.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Light the candle" })).toBeNull();
});

test("a daily says when the attempt begins, practice that it does not rank", async () => {
  await show({}, { daily: "2026-11-15" });
  expect(screen.getByText(/Your one attempt begins with the candle/)).toBeTruthy();
  cleanup();
  await show({}, { ranked: false });
  expect(screen.getByText(/it does not rank/)).toBeTruthy();
});

test("where a game brings no words of its own, the hub's begin it", async () => {
  await show({}, { game: "stackdoku" });
  expect(screen.getByText(/ranked by the lives and undos you keep/)).toBeTruthy();
  expect(screen.getByText(/It starts when you do/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Begin" }));
  expect(submitted).toEqual([{ do: "ready" }]);
  expect(screen.queryByText(/candle/)).toBeNull();
});

test("a newcomer's one main thing is the lesson, everybody else's to begin", async () => {
  const main = () => [...document.querySelectorAll(".button-main")].map((button) => button.textContent);
  await show({}, {}, { first: true, onLearn: () => {} });
  expect(main()).toEqual(["Learn by doing (1 minute)"]);
  expect(document.activeElement?.textContent).toBe("Learn by doing (1 minute)");
  cleanup();
  await show({}, {}, { first: false, onLearn: () => {} });
  expect(main()).toEqual(["Light the candle"]);
});
