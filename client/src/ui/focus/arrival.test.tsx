import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { takeToMain } from "./arrival";
import { bringFocus } from "./focus";

afterEach(cleanup);

const BOARD = (
  <>
    <button type="button" id="other">
      Hint
    </button>
    <div className="game-board">
      <button type="button" id="second" tabIndex={-1} />
      <button type="button" id="first" tabIndex={0} />
    </div>
  </>
);

function Room({ children }: { children?: ReactNode }) {
  return (
    <div className="room">
      <main id="main" className="room-main">
        {children}
      </main>
    </div>
  );
}

const focused = () => document.activeElement?.id;

test("in a room the focus goes to the board as soon as there is one, and is taken from nothing else", () => {
  const { rerender } = render(<Room />);
  expect([takeToMain(), focused()]).toEqual([true, "main"]);
  rerender(<Room>{BOARD}</Room>);
  expect([takeToMain(), focused()]).toEqual([true, "first"]);
  document.getElementById("other")?.focus();
  expect([takeToMain(), focused()]).toEqual([false, "other"]);
});

test("who watches has nothing to choose on the board", () => {
  render(
    <Room>
      {BOARD}
      <div className="room-watching" />
    </Room>,
  );
  expect([takeToMain(), focused()]).toEqual([true, "main"]);
});

test("what is focused for whoever points is not shown as chosen, until they use a key", () => {
  const asked: unknown[] = [];
  const place = document.createElement("button");
  place.focus = (options) => asked.push(options?.focusVisible);
  window.dispatchEvent(new Event("pointerdown"));
  bringFocus(place);
  window.dispatchEvent(new Event("keydown"));
  bringFocus(place);
  expect(asked).toEqual([false, true]);
});

test("elsewhere it goes to the page: the arrows of a replay are the replay's", () => {
  render(
    <main id="main">
      <div className="game-board">
        <button type="button" tabIndex={0} />
      </div>
    </main>,
  );
  expect([takeToMain(), focused()]).toEqual([true, "main"]);
});
