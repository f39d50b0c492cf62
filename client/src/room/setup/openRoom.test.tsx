import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { http, queryClient } from "@/api/client";
import { meQuery } from "@/api/queries";
import type { ListedGame } from "@/catalogue/names";
import { quickRoom, useOpenRoom } from "./openRoom";

const game = (seats: ListedGame["quick_start"]["seats"]) =>
  ({ id: "nim", quick_start: { seats, options: {} } }) as unknown as ListedGame;
const ME = { for: "me" } as const;
const BOT = { for: "bot", level: "weak" } as const;

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/");
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

/** Presses on "Play", each answered when the test says so: `answer` lets one arrive with the code of its room. */
function presses() {
  queryClient.setQueryData<unknown>(meQuery.queryKey, { id: "ann", name: "Ann" });
  const answers: ((code: string) => void)[] = [];
  vi.spyOn(http, "POST").mockImplementation(
    () =>
      new Promise((resolve) =>
        answers.push((code) => resolve({ data: { code }, response: new Response() } as never)),
      ),
  );
  const around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  return {
    press: async () => {
      const { result } = renderHook(useOpenRoom, { wrapper: around });
      await act(async () => result.current.mutate(quickRoom(game([ME]))));
    },
    answer: (which: number, code: string) => act(async () => answers[which]?.(code)),
  };
}

test("of two games that are started the one pressed last is gone to, however they are answered", async () => {
  const { press, answer } = presses();
  await press();
  await press();
  await answer(1, "SECOND");
  expect(location.pathname).toBe("/room/SECOND");
  await answer(0, "FIRSTX");
  expect(location.pathname).toBe("/room/SECOND");
});

test("whoever has opened another page meanwhile stays there", async () => {
  const { press, answer } = presses();
  await press();
  history.pushState(null, "", "/settings");
  await answer(0, "FIRSTX");
  expect(location.pathname).toBe("/settings");
});

test("against a bot I begin at first, then the bot does, and so on", () => {
  const starts = [1, 2, 3].map(() => quickRoom(game([ME, BOT])).seats);
  expect(starts).toEqual([
    [ME, BOT],
    [BOT, ME],
    [ME, BOT],
  ]);
});

test("alone there is nobody to take turns with", () => {
  expect([quickRoom(game([ME])).seats, quickRoom(game([ME])).seats]).toEqual([[ME], [ME]]);
});
