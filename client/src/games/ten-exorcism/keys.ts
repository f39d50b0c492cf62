/** The board by keyboard: arrows move, Space anchors, arrows extend, Space again confirms, Escape lets go. */
import type { KeyboardEvent } from "react";
import type { Glass } from "./Chalk";
import { type Cell, clamped } from "./preview";
import type { GameState } from "./useGameState";

/** How far each key goes, as it is seen: down, right. Far means to the edge. */
const FAR = 99;
const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -FAR],
  End: [0, FAR],
  PageUp: [-FAR, 0],
  PageDown: [FAR, 0],
};

export function pressed(
  event: KeyboardEvent<HTMLElement>,
  state: GameState,
  glass: Glass,
  finish: () => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = STEPS[event.key];
  if (step) {
    event.preventDefault();
    if (event.shiftKey && !state.anchor) state.begin(state.cursor, true);
    const [down, right] = glass.turned ? [step[1], step[0]] : step;
    state.reach(moved(state.cursor, down, right, glass), true);
    return;
  }
  if (event.key === " " || event.key === "Enter") {
    event.preventDefault();
    if (state.anchor) finish();
    else state.begin(state.cursor, true);
  }
  if (event.key === "Escape" && state.anchor) {
    event.preventDefault();
    state.letGo();
  }
}

function moved(from: Cell, down: number, right: number, { rows, cols }: Glass): Cell {
  return clamped(from.row + down, from.col + right, rows, cols);
}
