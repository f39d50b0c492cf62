import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { GameProps, SeatNow } from "@/game-kit";
import { recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import type { Action, View } from "../types";
import Nim from ".";

const host = recordingHost("nim");
const ANN: SeatNow = { held_by: "player", name: "Ann", player: "ann", present: true };
let sent: Action[] = [];

beforeAll(() => wordsOf("nim"));
beforeEach(() => {
  sent = [];
});
afterEach(cleanup);

function shown(view: Partial<View> = {}, more: Partial<GameProps<View, Action>> = {}) {
  const moment = {
    match: "m1",
    seq: 0,
    view: { heaps: [2, 3], turn: 0, last_loses: false, ...view },
    toMove: [view.turn ?? 0],
    scores: [0, 4],
    outcome: null,
    last: null,
    clock: () => 4_000,
    dueMs: null,
  };
  const submit = (action: Action) => sent.push(action);
  const props = { moment, seats: [ANN, ANN], mine: [0, 1], pending: [], refused: null, submit, host };
  return <Nim {...props} {...more} />;
}

test("a stone goes with all after it", () => {
  renderWith(host, shown());
  fireEvent.click(screen.getByRole("button", { name: "Take 2 from heap 2" }));
  expect(sent).toEqual([{ do: "take", heap: 1, count: 2 }]);
});

test("whose turn it is, what was taken and which rule holds can be read", () => {
  renderWith(host, shown({ turn: 1, last_loses: true }));
  expect(screen.getByText("Friend B’s turn.")).toBeTruthy();
  const [, second] = screen.getAllByRole("listitem").filter((card) => card.classList.contains("seat-card"));
  expect(second?.textContent).toMatch(/Friend B.*4 stones/);
  expect(second?.getAttribute("aria-current")).toBe("true");
  expect(screen.getByText("Whoever takes the last stone loses.")).toBeTruthy();
  expect(host.announced.at(-1)).toBe("Friend B’s turn.");
});

test("arrows lead from stone to stone, and the focus stays on the board when its stone is taken", () => {
  const again = renderWith(host, shown());
  act(() => screen.getByRole("button", { name: "Take 2 from heap 1" }).focus());
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowDown" });
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Take 3 from heap 2");
  again(shown({ heaps: [2, 0] }));
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/from heap 1/);
});

test("arrows lead through both lines of a large heap before they leave it", () => {
  renderWith(host, shown({ heaps: [10, 3] }));
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  act(() => screen.getByRole("button", { name: "Take 9 from heap 1" }).focus());
  press("ArrowDown");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Take 1 from heap 1");
  press("ArrowDown");
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/from heap 2/);
});

test("nothing can be taken while a move is on its way, or by somebody who looks on", () => {
  const again = renderWith(host, shown({}, { pending: [{ do: "take", heap: 0, count: 1 }] }));
  fireEvent.click(screen.getByRole("button", { name: "Take 3 from heap 2" }));
  again(shown({}, { submit: null, mine: [] }));
  fireEvent.click(screen.getByRole("button", { name: "Take 3 from heap 2" }));
  expect(sent).toEqual([]);
});
