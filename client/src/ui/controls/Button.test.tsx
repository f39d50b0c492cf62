import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { setLanguage } from "@/text";
import { Button } from "./Button";

beforeAll(() => setLanguage("en"));
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const button = () => screen.getByRole<HTMLButtonElement>("button");

test("a button whose work takes long says so, and its own word again when it is done", () => {
  const { rerender } = render(<Button busy>Play</Button>);
  expect([button().disabled, button().getAttribute("aria-busy")]).toEqual([true, "true"]);
  act(() => void vi.advanceTimersByTime(299));
  expect(button().textContent).toBe("Play");
  act(() => void vi.advanceTimersByTime(1));
  expect(button().textContent).toBe("One moment…");
  rerender(<Button>Play</Button>);
  expect([button().disabled, button().textContent]).toEqual([false, "Play"]);
});

test("a button that cannot be pressed is not busy", () => {
  render(<Button disabled>Play</Button>);
  act(() => void vi.advanceTimersByTime(1000));
  expect([button().getAttribute("aria-busy"), button().textContent]).toEqual([null, "Play"]);
});
