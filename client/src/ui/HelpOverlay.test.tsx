import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { addWords, setLanguage } from "@/text";
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

test("help whose words are none costs itself alone", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("fetch", async () => Response.json({ help: { sections: [{ title: {}, text: {} }] } }));
  addWords("bog", ["en"], (language) => `bog/${language}.json`);
  render(
    <>
      <p>around</p>
      <HelpOverlay game="bog" open onClose={() => {}} onTutorial={null} />
    </>,
  );
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(screen.getByText("around")).toBeTruthy();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("help whose words do not come says so, and asks for them again", async () => {
  const answers = vi.fn(async () => new Response(null, { status: 404 }));
  vi.stubGlobal("fetch", answers);
  addWords("mire", ["en"], (language) => `mire/${language}.json`);
  render(<HelpOverlay game="mire" open onClose={() => {}} onTutorial={null} />);
  expect(await screen.findByRole("alert")).toBeTruthy();
  answers.mockResolvedValue(Response.json({ help: { sections: [{ title: "Mud", text: "Deep" }] } }));
  fireEvent.click(screen.getByText("Try again"));
  expect(await screen.findByText("Mud")).toBeTruthy();
  vi.unstubAllGlobals();
});
