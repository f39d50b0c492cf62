import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { setLanguage } from "@/text";
import { WaitingPage } from "./WaitingPage";

beforeAll(() => setLanguage("en"));
afterEach(cleanup);

test("while a page is on its way its bar leads on, what is waited for is said, and what can be done instead is there", () => {
  render(
    <WaitingPage text="Entering the room…">
      <button type="button">Play at home</button>
    </WaitingPage>,
  );
  expect(screen.getByRole("status").textContent).toContain("Entering the room…");
  expect(screen.getByRole("link", { name: /^Parlour/ }).getAttribute("href")).toBe("/");
  expect(screen.getByRole("link", { name: "Settings" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Play at home" })).toBeTruthy();
});
