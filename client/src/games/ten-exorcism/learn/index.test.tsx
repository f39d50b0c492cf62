import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { type RecordingHost, recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import { lessons } from ".";

beforeAll(() => wordsOf("ten-exorcism"));
afterEach(cleanup);

let finished = false;

function begin(key: string): RecordingHost {
  const Scene = lessons.find((lesson) => lesson.key === key)?.Scene;
  if (!Scene) throw new Error(`no lesson ${key}`);
  finished = false;
  const done = () => {
    finished = true;
  };
  const host = recordingHost("ten-exorcism");
  renderWith(host, <Scene done={done} />);
  return host;
}

/** Space where the cursor is, arrows, Space. */
function stretch(...arrows: string[]): void {
  for (const key of [" ", ...arrows, " "]) fireEvent.keyDown(screen.getByRole("grid"), { key });
}

function move(...arrows: string[]): void {
  for (const key of arrows) fireEvent.keyDown(screen.getByRole("grid"), { key });
}

const note = () => document.querySelector(".lesson-note")?.textContent;
const again = () => screen.getByRole("button", { name: "Set it up again" });

test("a wrong sum is answered with what it makes, until the right one is found", () => {
  const host = begin("rectangle");
  stretch("ArrowRight");
  expect(note()).toBe("That makes 3, not ten. They stay; try another rectangle.");
  expect(host.announced).toContain(note());
  move("ArrowLeft");
  stretch("ArrowRight", "ArrowDown");
  expect(note()).toBe("");
  expect(finished).toBe(true);
});

test("a choice after which nothing makes ten is said to be one, and the pane is set up again", () => {
  const host = begin("order");
  expect(again().getAttribute("aria-disabled")).toBe("true");
  move("ArrowDown", "ArrowRight");
  stretch("ArrowRight");
  expect(note()).toBe("4 ghosts are left, and nothing makes ten. Set it up again and begin another way.");
  expect(host.announced).toContain(note());
  again().focus();
  fireEvent.click(again());
  expect(document.activeElement).toBe(again());
  expect(note()).toBe("");
  expect(screen.queryAllByRole("gridcell", { name: /empty/ })).toEqual([]);
  expect(finished).toBe(false);
});

test("the way that frees all of them is not called a dead end on its way", () => {
  begin("order");
  move("ArrowRight");
  stretch("ArrowDown");
  expect(note()).toBe("");
});
