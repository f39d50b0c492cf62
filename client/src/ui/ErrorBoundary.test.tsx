import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { setLanguage } from "@/text";
import { ErrorBoundary } from "./ErrorBoundary";

let broken = true;

function Fragile() {
  if (broken) throw new Error("it broke");
  return <p>whole</p>;
}

beforeAll(() => setLanguage("en"));
beforeEach(() => {
  broken = true;
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(cleanup);

test("what breaks is replaced by a way on, and tried again at another address", () => {
  const at = (address: string) => (
    <ErrorBoundary resetOn={address}>
      <Fragile />
    </ErrorBoundary>
  );
  const { rerender } = render(at("/a"));
  expect(screen.getByRole("alert").textContent).toContain("This page broke");
  broken = false;
  rerender(at("/a"));
  expect(screen.queryByText("whole")).toBeNull();
  rerender(at("/b"));
  expect(screen.getByText("whole")).toBeTruthy();
});

test("the way home tries again, also where home is what broke", () => {
  render(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  );
  broken = false;
  fireEvent.click(screen.getByText("To the hub"));
  expect(screen.getByText("whole")).toBeTruthy();
});
