/** A step of a replay in the shape in which a live match reaches its game component. */
import type { Schema } from "@/api/client";
import type { Entry, MatchProps, SeatNow } from "@/game-kit/contract/types";

/** What a replay shows, wherever it is from: a match of this server, or somebody's file. */
export interface Replayed {
  id: string;
  game: string;
  seats: readonly Schema["MatchSeat"][];
}

/** Whether whoever holds the seat left it, and nobody took it. */
export const hasLeft = ({ player, left_by }: Schema["MatchSeat"]): boolean =>
  left_by != null && left_by === player;

export function matchPropsAt(
  match: Replayed,
  steps: readonly Schema["Step"][],
  at: number,
  me?: string,
): MatchProps<unknown, unknown> {
  const step = steps[at];
  if (!step) throw new RangeError(`no step ${at}`);
  const seats: SeatNow[] = match.seats.map((seat) => ({
    held_by: seat.bot ? "bot" : hasLeft(seat) ? "nobody" : "player",
    name: seat.name,
    player: seat.player,
    level: seat.bot,
    present: true,
    kept_for: seat.left_by,
    kept_name: seat.left_name ?? "",
  }));
  const entry = step.entry as Entry<unknown> | null;
  return {
    moment: {
      match: match.id,
      seq: step.seq,
      view: step.view,
      toMove: step.to_move,
      scores: step.scores,
      outcome: step.outcome,
      last: entry && { ...entry, at_ms: step.at_ms },
      clock: () => step.at_ms,
      dueMs: null,
    },
    seats,
    mine: [],
    nearest: Math.max(0, me === undefined ? 0 : match.seats.findIndex((seat) => seat.player === me)),
    pending: [],
    refused: null,
    submit: null,
  };
}
