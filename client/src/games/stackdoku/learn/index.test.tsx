import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import { lessons } from ".";

beforeAll(() => wordsOf("stackdoku"));
afterEach(cleanup);

test("the 4 that is to be refused lies in the tray, and what refuses it is pointed at", () => {
  const Scene = lessons.find((lesson) => lesson.key === "refuse")?.Scene;
  if (!Scene) throw new Error("no such lesson");
  let finished = false;
  const done = () => {
    finished = true;
  };
  renderWith(recordingHost("stackdoku"), <Scene done={done} />);
  expect(screen.getByRole("button", { name: "Token 4" }).getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: /row 5, column 5/i }));
  expect(finished).toBe(true);
  expect(document.querySelector('[data-blamed="true"]')?.textContent).toBe("4");
});

function begin(key: string) {
  const Scene = lessons.find((lesson) => lesson.key === key)?.Scene;
  if (!Scene) throw new Error(`no lesson ${key}`);
  const host = recordingHost("stackdoku");
  let finished = false;
  const done = () => {
    finished = true;
  };
  renderWith(host, <Scene done={done} />);
  const tap = (name: RegExp | string, at = 0) => {
    const found = screen.getAllByRole("button", { name })[at];
    if (found) fireEvent.click(found);
    const said = document.querySelector(".lesson-note")?.textContent;
    if (said) expect(host.announced).toContain(said);
    return said;
  };
  return { tap, isDone: () => finished };
}

test("a tile that cannot be taken says why, as in the game, until the pair is found", () => {
  const { tap, isDone } = begin("free");
  expect(tap(/no side free/)).toBe("Tiles on both sides: one side must be free.");
  expect(tap(/covered/)).toBe("A tile lies on top of this one.");
  expect(tap(/^Tile 2/)).toBe("No other 2 is free yet.");
  expect(tap(/^Tile 7/)).toBe("These two do not match.");
  expect(tap(/^Tile 7/, 1)).toBe("");
  expect(isDone()).toBe(true);
});

test("a tile that lost its neighbour at one side is free once the pair is taken", () => {
  const { tap } = begin("free");
  expect(screen.getByRole("button", { name: /no side free/ }).dataset.free).toBe("false");
  tap(/^Tile 7/);
  tap(/^Tile 7/, 1);
  expect(screen.queryByRole("button", { name: /no side free/ })).toBeNull();
  expect(screen.getAllByRole("button", { name: /^Tile 3/ }).map(({ dataset }) => dataset.free)).toEqual([
    "true",
    "false",
  ]);
});

test("a token that does not fit where it is put says why", () => {
  const { tap, isDone } = begin("place");
  expect(tap(/row 1, column 4/i)).toBe("Choose a token from the tray first.");
  expect(tap("Token 6")).toBe("");
  expect(tap(/row 1, column 1/i)).toBe("This cell is filled already.");
  expect(tap(/row 2, column 5/i)).toBe("This row has a 6 already, in column 1.");
  expect(tap(/row 1, column 4/i)).toBe("");
  expect(isDone()).toBe(true);
});
