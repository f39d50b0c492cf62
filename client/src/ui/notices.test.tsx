import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announce, Notices, notify } from "./notices";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("what is told to everybody stays on show when a screen reader is told something else", () => {
  const { container } = render(<Notices />);
  act(() => notify("Thrown away."));
  act(() => announce("The games room"));
  expect(container.querySelector(".notice")?.textContent).toBe("Thrown away.");
  expect(screen.getByText("The games room")).toBeTruthy();
  act(() => void vi.runAllTimers());
  expect(container.querySelector(".notice")).toBeNull();
});
