/** From mistake to mistake, wherever a replay stands. */
import type { ListedMove } from "@/game-kit/contract/types";

/** The mistakes before and after a moment; null where there is none. They are in the order of play. */
export function mistakesAround(
  mistakes: readonly ListedMove[],
  at: number,
): { previous: ListedMove | null; next: ListedMove | null } {
  return {
    previous: mistakes.findLast((move) => move.seq < at) ?? null,
    next: mistakes.find((move) => move.seq > at) ?? null,
  };
}
