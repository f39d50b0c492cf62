import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { LiveMatch } from "@/connection/useMatch";
import { setLanguage } from "@/text";
import { ConnectionNote } from "./ConnectionNote";

beforeAll(() => setLanguage("en"));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const now = (status: LiveMatch["status"], ...refs: string[]) =>
  ({ status, pending: refs.map((ref) => ({ ref })) }) as unknown as LiveMatch;

test("a lost match can go on offline, and says what that costs", () => {
  const go = vi.fn();
  const lost = (ranked: boolean, transferring = false) => ({
    ...now("lost"),
    playOn: { ranked, transferring, go },
  });
  const { rerender } = render(<ConnectionNote match={lost(false)} />);
  expect(screen.getByRole("button").textContent).toBe("Play on offline");
  rerender(<ConnectionNote match={lost(true)} />);
  const button = screen.getByRole("button", { name: "Play on offline (ranks offline only)" });
  button.click();
  expect(go).toHaveBeenCalledOnce();
  rerender(<ConnectionNote match={lost(true, true)} />);
  expect(screen.getByRole("button")).toHaveProperty("disabled", true);
  rerender(<ConnectionNote match={now("open")} />);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a match that must wait for the server says why", () => {
  render(<ConnectionNote match={{ ...now("lost", "a"), notTransferable: true }} />);
  expect(screen.getByRole("status").textContent).toContain(
    "A game that counts needs the server. Its time runs on.",
  );
});

test("the region is there before its first words, and says only of a slow move that it is being sent", () => {
  const { rerender } = render(<ConnectionNote match={now("open")} />);
  const region = screen.getByRole("status");
  expect(region.textContent).toBe("");
  rerender(<ConnectionNote match={now("open", "a")} />);
  act(() => void vi.advanceTimersByTime(300));
  expect(region.textContent).toBe("");
  act(() => void vi.advanceTimersByTime(600));
  expect(region.textContent).toBe("Sending…");
  rerender(<ConnectionNote match={now("lost", "a")} />);
  expect(region.textContent).toContain("your move is kept");
  rerender(<ConnectionNote match={now("lost", "a", "b", "c", "d")} />);
  expect(region.textContent).toContain("4 moves are kept and sent again");
  rerender(<ConnectionNote match={now("open")} />);
  expect(screen.getByRole("status")).toBe(region);
  expect(region.textContent).toBe("");
});
