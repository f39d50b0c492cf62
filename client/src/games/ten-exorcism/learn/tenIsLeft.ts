/** Whether some rectangle of a small pane still makes ten. Every one of them is looked at: fit for a lesson only. */
import { between, sumIn } from "../board/selection";
import type { Powers } from "../pictures";

export function tenIsLeft(board: Powers): boolean {
  const cells = board.flatMap((powers, row) => powers.map((_, col) => ({ row, col })));
  return cells.some((from) => cells.some((to) => sumIn(board, between(from, to)) === 10));
}
