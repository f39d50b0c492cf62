import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { setLanguage } from "@/text";
import HelpOverlay from "./HelpOverlay";

beforeAll(() => setLanguage("en"));
afterEach(cleanup);

test("help can be opened before anything of the game is loaded", async () => {
  render(<HelpOverlay game="dots-and-boxes" open onClose={() => {}} onTutorial={() => {}} />);
  expect(await screen.findByText("The aim")).toBeTruthy();
  expect(screen.getByText("Esc")).toBeTruthy();
});

test("help offers a lesson only where there is one", async () => {
  render(<HelpOverlay game="dots-and-boxes" open onClose={() => {}} onTutorial={null} />);
  expect(await screen.findByText("The aim")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Learn by doing" })).toBeNull();
});
