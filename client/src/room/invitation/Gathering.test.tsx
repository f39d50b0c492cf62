import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { http, queryClient } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import type { ListedGame } from "@/catalogue/names";
import { room } from "@/connection/testing";
import { setLanguage } from "@/text";
import { Gathering } from "./Gathering";

beforeAll(() => setLanguage("en"));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("a free seat goes to the middle bot of the game, whatever its bots are called, unless another is chosen", async () => {
  const listed = { id: "dots-and-boxes", bots: ["calm", "keen", "fierce"], middle_bot: "keen", options: [] };
  queryClient.setQueryData(gamesQuery.queryKey, [listed as unknown as ListedGame]);
  const post = vi.spyOn(http, "POST").mockResolvedValue({ data: {}, response: new Response() } as never);
  const seats = [
    { held_by: "player", name: "Ann", player: "ann", present: true },
    { held_by: "nobody" },
  ] as const;
  render(
    <QueryClientProvider client={queryClient}>
      <Gathering room={room({ game: "dots-and-boxes", seats: [...seats], phase: "gathering" })} me="ann" />
    </QueryClientProvider>,
  );
  const asked = () => (post.mock.lastCall?.[1] as unknown as { body: unknown } | undefined)?.body;
  const seat = screen.getByRole("button", { name: "Seat a bot" });
  fireEvent.click(seat);
  await waitFor(() => expect(asked()).toEqual({ seat: 1, level: "keen" }));
  fireEvent.click(screen.getByRole("radio", { name: "fierce" }));
  fireEvent.click(seat);
  await waitFor(() => expect(asked()).toEqual({ seat: 1, level: "fierce" }));
});
