import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { queryClient } from "@/api/client";
import { setLanguage } from "@/text";
import { Ended } from "./Ended";

beforeAll(() => setLanguage("en"));
afterEach(cleanup);

const Asking = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

const headingOf = (code: string) => {
  render(<Ended code={code} again={() => {}} />, { wrapper: Asking });
  return screen.getByRole("heading", { level: 1 }).textContent;
};

test.each(["no-such-room", "room-closed"])("a room that is no more is closed: %s", (code) => {
  expect(headingOf(code)).toBe("This room is closed");
});

test.each([
  "too-many-codes",
  "room-crowded",
  "too-many-sockets",
  "daily-first",
  "too-fast",
  "room-elsewhere",
])("a room that I am only not let into is not called closed: %s", (code) => {
  expect(headingOf(code)).toBe("You cannot enter this room now");
});

test("whoever is kept from a daily that they could play is led to playing it", () => {
  render(<Ended code="daily-first" again={() => {}} />, { wrapper: Asking });
  expect(screen.getByRole("link", { name: "Play today’s daily" }).getAttribute("href")).toBe("/daily");
});

test("a game that is open in another window can be played here", () => {
  const again = vi.fn();
  render(<Ended code="room-elsewhere" again={again} />, { wrapper: Asking });
  screen.getByRole("button", { name: "Play here" }).click();
  expect(again).toHaveBeenCalledOnce();
});
