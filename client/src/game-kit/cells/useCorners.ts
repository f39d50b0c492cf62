/** Two cells chosen as opposite corners: dragged from one to the other, or by keys. */
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Cell, cellAfter, type Grid, nearestCell, sameCell, stepOf } from "../input/keys";
import { usePointer } from "../input/usePointer";
import { useAvailableSpace } from "../layout/useAvailableSpace";
import type { CellLayout } from "./layout";

interface Held {
  /** The far corner of a selection made by keys, or where the keyboard is. */
  cursor: Cell;
  /** Where the selection was begun; null while nothing is selected. */
  anchor: Cell | null;
  /** Whether no pointer was used since the last key: the cursor and the focus are shown then. */
  keys: boolean;
}

interface CornersUse extends Grid {
  /** Two corners that were chosen, as they were chosen; null where nothing can be. */
  onSelect: ((from: Cell, to: Cell) => void) | null;
  /** A pointer came down. */
  onPointerDown?: () => void;
  /** Draws what lies between the corners, without React: it is called at every cell that a pointer reaches. */
  draw: (from: Cell, to: Cell, layout: CellLayout) => void;
}

export type Corners = ReturnType<typeof useCorners>;

/** What is selected, and what a `CellBoard` needs to be selected on. */
export function useCorners({ rows, cols, onSelect, onPointerDown, draw }: CornersUse) {
  const field = useRef<HTMLDivElement>(null);
  const board = useRef<HTMLDivElement>(null);
  const turned = useAvailableSpace(field, board);
  const layout = useMemo(() => ({ rows, cols, turned }), [rows, cols, turned]);
  const [held, setHeld] = useState<Held>({ cursor: { row: 0, col: 0 }, anchor: null, keys: true });
  const { anchor, cursor, keys } = held;
  const begin = (at: Cell, byKeys: boolean) => setHeld({ cursor: at, anchor: at, keys: byKeys });
  // Without a selection only the cursor moves.
  const reach = (to: Cell) => setHeld((now) => ({ ...now, cursor: to, keys: true }));
  // The keyboard goes on from there.
  const letGo = (at?: Cell) => setHeld((now) => ({ ...now, cursor: at ?? now.cursor, anchor: null }));
  const drawTo = (to: Cell) => anchor && draw(anchor, to, layout);
  const finish = (at: Cell) => {
    if (!anchor) return;
    if (!sameCell(anchor, at)) onSelect?.(anchor, at);
    else if (keys) return;
    letGo(at);
  };
  const pointer = usePointer<Cell>({
    board,
    // A drag may begin and end outside the board, at its nearest cell.
    placeAt: (right, below) => {
      const [down, along] = turned ? [right, below] : [below, right];
      return nearestCell(layout, down * rows, along * cols);
    },
    same: sameCell,
    begin(at) {
      onPointerDown?.();
      begin(at, false);
    },
    move: drawTo,
    end: finish,
    cancel: letGo,
  });
  useLayoutEffect(() => void drawTo(pointer.held() ?? cursor));

  /** Arrows move, Space anchors, arrows extend, Space again confirms, Escape lets go. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (!onSelect) return;
    const step = stepOf(event);
    if (step) {
      if (event.shiftKey && !anchor) begin(cursor, true);
      reach(cellAfter(layout, cursor, turned ? [step[1], step[0]] : step));
    } else if (event.key === " " || event.key === "Enter") {
      if (anchor) finish(cursor);
      else begin(cursor, true);
    } else if (event.key === "Escape" && anchor) letGo();
    else return;
    event.preventDefault();
  };
  return {
    ...held,
    layout,
    open: onSelect !== null,
    around: { ref: field, ...(onSelect && pointer.handlers) },
    grid: {
      ref: board,
      onKeyDown,
      onKeyUp: (event: KeyboardEvent) => event.key === "Tab" && reach(cursor),
      onBlur: () => keys && letGo(),
    },
  };
}
