import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useReplayKeys } from "./useReplayKeys";

const KEYS = ["ArrowLeft", "ArrowUp", "Home", "End"];
let taken: string[];

function Page() {
  useReplayKeys(Object.fromEntries(KEYS.map((key) => [key, () => taken.push(key)])));
  return (
    <>
      <button type="button">Play</button>
      <div className="game-aside">
        <button type="button">Watchers</button>
      </div>
      <aside className="replay-more">
        <button type="button">Move 7</button>
        <input aria-label="Name" />
      </aside>
    </>
  );
}

/** The keys that a replay takes where the focus is at this place. */
function takenAt(place: Element): string[] {
  taken = [];
  for (const key of KEYS) fireEvent.keyDown(place, { key });
  return taken;
}

beforeEach(() => void render(<Page />));
afterEach(cleanup);

test("a replay takes its keys wherever nothing else needs them", () => {
  expect(takenAt(document.body)).toEqual(KEYS);
  expect(takenAt(screen.getByText("Play"))).toEqual(KEYS);
  expect(takenAt(screen.getByLabelText("Name"))).toEqual([]);
});

test.each(["Move 7", "Watchers"])("Home and End scroll what is read beside the board: %s", (place) => {
  expect(takenAt(screen.getByText(place))).toEqual(["ArrowLeft", "ArrowUp"]);
});
