/** The report of an analysis, as far as it is drawn. */
export type Corners = readonly [top: number, left: number, bottom: number, right: number];

/** One rectangle that was cleared. */
export interface Move {
  /** From 1. */
  number: number;
  /** Where it stands in the log, from 0. */
  entry: number;
  rectangle: Corners;
  /** So far, with this move. */
  score: number;
  /** The best final score known from there on. */
  after: number;
  /** How much less that is than before the move. */
  cost: number;
  decisive: boolean;
}

export interface Report {
  /** Of the match. */
  id: string;
  score: number;
  /** The final score of the best line found from the start. */
  best: number;
  /** No line scores more. */
  bound: number;
  best_line: readonly Corners[];
  /** Ghosts that could still have been cleared when the game ended. */
  left: number;
  moves: readonly Move[];
  /** The numbers of the decisive moves, the costliest first. */
  decisive: readonly number[];
}
