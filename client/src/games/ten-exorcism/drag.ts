/** Dragging by mouse, finger or pen. The board's place on the screen is measured once, when a drag begins.
 *
 * The cell under the pointer is no state of React: browsers send a move right before a frame, and there is no time in it
 * to render the board.
 */
import { type MouseEvent, type PointerEvent, type RefObject, useRef } from "react";
import type { Glass } from "./Chalk";
import { type Cell, clamped } from "./preview";
import { sameCell } from "./useGameState";

interface Drag {
  pointer: number;
  last: Cell;
  cellAt: (x: number, y: number) => Cell;
}

interface Moves {
  begin: (at: Cell) => void;
  reach: (to: Cell) => void;
  finish: (at: Cell) => void;
  letGo: () => void;
}

/** Handlers for the field around the board: a drag may begin and end outside the board, at its nearest cell. */
export function useDrag(board: RefObject<HTMLElement | null>, glass: Glass, moves: Moves) {
  const drag = useRef<Drag | null>(null);
  const mine = (event: PointerEvent) => drag.current?.pointer === event.pointerId;
  const handlers = {
    // The board has the focus while dragging, also where the drag begins beside it.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!board.current || drag.current || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      board.current.focus({ preventScroll: true });
      const cellAt = measured(board.current, glass);
      const last = cellAt(event.clientX, event.clientY);
      drag.current = { pointer: event.pointerId, last, cellAt };
      moves.begin(last);
    },
    onPointerMove(event: PointerEvent) {
      if (!drag.current || !mine(event)) return;
      const cell = drag.current.cellAt(event.clientX, event.clientY);
      if (sameCell(cell, drag.current.last)) return;
      drag.current.last = cell;
      moves.reach(cell);
    },
    onPointerUp(event: PointerEvent) {
      if (!drag.current || !mine(event)) return;
      const { last } = drag.current;
      drag.current = null;
      moves.finish(last);
    },
    onPointerCancel(event: PointerEvent) {
      if (!mine(event)) return;
      drag.current = null;
      moves.letGo();
    },
  };
  return { handlers, at: () => drag.current?.last ?? null };
}

/** From a point on the screen to the cell nearest to it, whichever way round the board is drawn. */
function measured(board: HTMLElement, { rows, cols, turned }: Glass): (x: number, y: number) => Cell {
  const box = board.getBoundingClientRect();
  const frame = board.clientLeft + Number.parseFloat(getComputedStyle(board).paddingLeft);
  const width = (box.width - 2 * frame) / (turned ? rows : cols);
  const height = (box.height - 2 * frame) / (turned ? cols : rows);
  return (x, y) => {
    const right = (x - box.left - frame) / width;
    const below = (y - box.top - frame) / height;
    return turned ? clamped(right, below, rows, cols) : clamped(below, right, rows, cols);
  };
}
