/** What the player is about to do, known to nobody else: where the cursor is, and where a selection was begun. */
import { useState } from "react";
import type { Cell } from "./preview";

interface Held {
  /** The far corner of a selection made by keys, or where the keyboard is. */
  cursor: Cell;
  /** Where the selection was begun; null while nothing is selected. */
  anchor: Cell | null;
  /** Whether no pointer was used since the last key: the cursor and the focus are shown then. */
  keys: boolean;
}

export interface GameState extends Held {
  begin: (at: Cell, keys?: boolean) => void;
  /** Bring the far corner somewhere; without a selection only the cursor moves. */
  reach: (to: Cell, keys?: boolean) => void;
  /** End the selection; the keyboard goes on from there. */
  letGo: (at?: Cell) => void;
}

export function useGameState(): GameState {
  const [held, setHeld] = useState<Held>({ cursor: { row: 0, col: 0 }, anchor: null, keys: true });
  return {
    ...held,
    begin: (at, keys = false) => setHeld({ cursor: at, anchor: at, keys }),
    reach: (to, keys = false) => setHeld((now) => ({ ...now, cursor: to, keys })),
    letGo: (at) => setHeld((now) => ({ ...now, cursor: at ?? now.cursor, anchor: null })),
  };
}

export function sameCell(a: Cell, b: Cell): boolean {
  return a.row === b.row && a.col === b.col;
}
