import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { queryClient } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import type { GameModule } from "@/game-kit/contract/module";
import { setLanguage } from "@/text";
import { GamePreferences } from "./GamePreferences";
import { shippedModule } from "./shipped";

beforeAll(() => setLanguage("en"));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  queryClient.removeQueries({ queryKey: gamesQuery.queryKey });
});

const page = { package: "pond_game", hash: "0a1d", files: ["board.js", "preferences.js"], bytes: [1, 1] };
const Broken = () => {
  throw new Error("out of order");
};

test("preferences that do not load or break leave the page around them, and are loaded anew by whoever tries again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const load = vi.fn<NonNullable<GameModule["preferences"]>>();
  load.mockRejectedValueOnce(new Error("not loaded"));
  load.mockResolvedValueOnce({ default: Broken });
  load.mockResolvedValue({ default: () => <p>asked</p> });
  shippedModule("pond", page).preferences = load;
  queryClient.setQueryData(gamesQuery.queryKey, [{ id: "pond", page }] as never);
  render(
    <QueryClientProvider client={queryClient}>
      <p>set up</p>
      <GamePreferences game="pond" />
    </QueryClientProvider>,
  );
  for (let tried = 1; tried <= 2; tried++) {
    expect((await screen.findByRole("alert")).textContent).toContain("comes with the package pond_game");
    expect(screen.getByText("set up")).toBeTruthy();
    fireEvent.click(screen.getByText("Try again"));
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(tried + 1));
  }
  expect(await screen.findByText("asked")).toBeTruthy();
});
