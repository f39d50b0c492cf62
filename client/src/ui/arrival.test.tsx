import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { takeToMain } from "./arrival";

afterEach(cleanup);

const focused = () => document.activeElement?.id;

test("in a room the focus goes to the board as soon as there is one, and is taken from nothing else", () => {
  const { rerender } = render(<main id="main" className="room-main" />);
  expect([takeToMain(), focused()]).toEqual([true, "main"]);
  rerender(
    <main id="main" className="room-main">
      <button type="button" id="other">
        Hint
      </button>
      <div className="game-board">
        <button type="button" id="second" tabIndex={-1} />
        <button type="button" id="first" tabIndex={0} />
      </div>
    </main>,
  );
  expect([takeToMain(), focused()]).toEqual([true, "first"]);
  document.getElementById("other")?.focus();
  expect([takeToMain(), focused()]).toEqual([false, "other"]);
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
