import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { queryClient } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import type { MatchProps } from "@/game-kit/contract/types";
import { setLanguage } from "@/text";
import { GameStage } from "./GameStage";
import { WidePicture } from "./pictures";
import { shippedModule } from "./shipped";

const match: MatchProps<unknown, unknown> = {
  moment: {
    match: "m1",
    seq: 0,
    view: {},
    toMove: [0],
    scores: [0],
    outcome: null,
    last: null,
    clock: () => 0,
    dueMs: null,
  },
  seats: [],
  mine: [],
  pending: [],
  refused: null,
  submit: null,
};
const listed = (page: object | null) =>
  queryClient.setQueryData(gamesQuery.queryKey, [{ id: "pond", page }] as never);

beforeAll(() => setLanguage("en"));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(pending: readonly unknown[] = []) {
  render(
    <QueryClientProvider client={queryClient}>
      <WidePicture game="pond" />
      <GameStage game="pond" match={{ ...match, pending }} room={null} />
    </QueryClientProvider>,
  );
}

test("a game without a page is said to be played in the terminal", () => {
  listed(null);
  show();
  expect(screen.getByText(/parlour play pond/)).toBeTruthy();
});

test("a page that does not load takes nothing else with it, and the package that ships it is named", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  listed({ package: "pond_game", hash: "0a1b", files: ["board.js", "wide.svg"] });
  show();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("comes with the package pond_game");
  expect(document.querySelector("image")?.getAttribute("href")).toBe("/pages/0a1b/wide.svg");
});

test("a board that did not load is loaded anew by whoever tries again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const page = { package: "pond_game", hash: "0a1c", files: ["board.js"], bytes: [1] };
  const board = vi.fn<ReturnType<typeof shippedModule>["board"]>();
  board.mockRejectedValueOnce(new Error("out of order"));
  board.mockResolvedValue({ default: () => <p>drawn</p> });
  shippedModule("pond", page).board = board;
  listed(page);
  show();
  fireEvent.click(await screen.findByText("Try again"));
  expect(await screen.findByText("drawn")).toBeTruthy();
  expect(board).toHaveBeenCalledTimes(2);
});

test("a board is given its game's own actions alone: a game that is being finished is nothing to draw", async () => {
  const page = { package: "pond_game", hash: "0a1d", files: ["board.js"], bytes: [1] };
  const board = vi.fn<ReturnType<typeof shippedModule>["board"]>();
  board.mockResolvedValue({ default: ({ pending }) => <p>{`drawn ${JSON.stringify(pending)}`}</p> });
  shippedModule("pond", page).board = board;
  listed(page);
  show([{ do: "catch" }, { do: "finish" }]);
  expect(await screen.findByText('drawn [{"do":"catch"}]')).toBeTruthy();
});
