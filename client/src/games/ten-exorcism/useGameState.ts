/** What the player is about to do, known to nobody else: where the cursor is, and where a selection was begun. */
import { useState } from "react";
import { between, type Cell, type Rectangle } from "./preview";

interface Held {
  /** The far corner of a selection, or where the keyboard is. */
  cursor: Cell;
  /** Where the selection was begun; null while nothing is selected. */
  anchor: Cell | null;
  /** Whether no pointer was used since the last key: the cursor and the focus are shown then. */
  keys: boolean;
}

export interface GameState extends Held {
  selection: Rectangle | null;
  begin: (at: Cell, keys?: boolean) => void;
  /** Bring the far corner somewhere; without a selection only the cursor moves. */
  reach: (to: Cell, keys?: boolean) => void;
  letGo: () => void;
}

export function useGameState(): GameState {
  const [held, setHeld] = useState<Held>({ cursor: { row: 0, col: 0 }, anchor: null, keys: true });
  return {
    ...held,
    selection: held.anchor && between(held.anchor, held.cursor),
    begin: (at, keys = false) => setHeld({ cursor: at, anchor: at, keys }),
    reach: (to, keys = false) => setHeld((now) => ({ ...now, cursor: to, keys })),
    letGo: () => setHeld((now) => ({ ...now, anchor: null })),
  };
}

export function sameCell(a: Cell, b: Cell): boolean {
  return a.row === b.row && a.col === b.col;
}
