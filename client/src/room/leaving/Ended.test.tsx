import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { connectPage, queryClient } from "@/api/client";
import * as answers from "@/home/answers/answers";
import { fetchAnywhere } from "@/home/answers/route";
import { setLanguage } from "@/text";
import { Ended } from "./Ended";

beforeAll(() => {
  connectPage({ send: fetchAnywhere, tell: () => {} });
  return setLanguage("en");
});
afterEach(cleanup);
afterAll(() => connectPage({ send: (request) => fetch(request), tell: () => {} }));

const Asking = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

const headingOf = (code: string) => {
  render(<Ended room="ABCDEF" code={code} again={() => {}} />, { wrapper: Asking });
  return screen.getByRole("heading", { level: 1 }).textContent;
};

test("a room that is no more is closed", () => {
  expect(headingOf("room-closed")).toBe("This room is closed");
});

test("a code that no room has may be a wrong one, and can be typed again", () => {
  expect(headingOf("no-such-room")).toBe("No such room");
  expect(screen.getByText(/^No room has this code\./)).toBeTruthy();
  expect(screen.getByRole("textbox")).toBeTruthy();
});

test.each([
  "too-many-codes",
  "room-crowded",
  "too-many-sockets",
  "daily-first",
  "too-fast",
  "room-elsewhere",
  "python-fault",
])("a room that I am only not let into is not called closed: %s", (code) => {
  expect(headingOf(code)).toBe("You cannot enter this room now");
});

test("whoever is kept from a daily that they could play is led to playing it", () => {
  render(<Ended room="ABCDEF" code="daily-first" again={() => {}} />, { wrapper: Asking });
  expect(screen.getByRole("link", { name: "Play today’s daily" }).getAttribute("href")).toBe("/daily");
});

test("a game that is open in another window can be played here", () => {
  const again = vi.fn();
  render(<Ended room="ABCDEF" code="room-elsewhere" again={again} />, { wrapper: Asking });
  screen.getByRole("button", { name: "Play here" }).click();
  expect(again).toHaveBeenCalledOnce();
});

test("a room that a ban keeps me from can be tried again, since the ban may be lifted", () => {
  const again = vi.fn();
  render(<Ended room="ABCDEF" code="banned" again={again} />, { wrapper: Asking });
  screen.getByRole("button", { name: "Try again" }).click();
  expect(again).toHaveBeenCalledOnce();
});

test("a game that this device failed at can be tried again", () => {
  const again = vi.fn();
  render(<Ended room="home-1" code="python-fault" again={again} />, { wrapper: Asking });
  screen.getByRole("button", { name: "Try again" }).click();
  expect(again).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: "Remove this game" })).toBeNull();
});

test.each(["rules-version", "not-here"])(
  "a game at home that cannot be played on can be removed: %s",
  async (code) => {
    const home = vi.spyOn(answers, "answer").mockImplementation(async () => Response.json({ kept: null }));
    render(<Ended room="home-1" code={code} again={() => {}} />, { wrapper: Asking });
    screen.getByRole("button", { name: "Remove this game" }).click();
    await vi.waitFor(() => expect(home).toHaveBeenCalled());
    expect(new URL(home.mock.calls[0]?.[0].url ?? "").pathname).toBe("/api/rooms/home-1/discard");
    home.mockRestore();
  },
);

test("a game at home that was played by other rules says so, and one that is only elsewhere is not removed", () => {
  render(<Ended room="home-1" code="rules-version" again={() => {}} />, { wrapper: Asking });
  expect(screen.getByText("This match was played by older rules and cannot go on.")).toBeTruthy();
  cleanup();
  render(<Ended room="home-1" code="room-elsewhere" again={() => {}} />, { wrapper: Asking });
  expect(screen.queryByRole("button", { name: "Remove this game" })).toBeNull();
});
