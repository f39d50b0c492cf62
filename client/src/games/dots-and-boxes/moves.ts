/** The moves of an analysis as points of a chart, and those that are worth a look. */
import type { Analysis, Move } from "./types";

export interface Point {
  move: number;
  /** The moment of the replay right after the move. */
  seq: number;
  seat: number;
  line: string;
  /** Boxes of each seat so far. */
  scores: readonly number[];
  /** Of the first seat over the second. */
  lead: number;
  /** The same at the end, with best play from here on; null where it is not known. */
  forecast: number | null;
}

const MOST_MOMENTS = 8;

export function points(report: Analysis): Point[] {
  const scores = Array<number>(report.seats).fill(0);
  return report.moves.map((move) => {
    scores[move.seat] = (scores[move.seat] ?? 0) + move.boxes;
    const [ours, theirs] = move.forecast ?? [];
    return {
      move: move.number,
      seq: move.entry + 1,
      seat: move.seat,
      line: move.line,
      scores: [...scores],
      lead: (scores[0] ?? 0) - (scores[1] ?? 0),
      forecast: ours === undefined || theirs === undefined ? null : ours - theirs,
    };
  });
}

/** The moves that cost most, in the order of play; the turning point is always among them. */
export function moments(report: Analysis): Move[] {
  const cost = (move: Move) =>
    move.number === report.turning_point ? Number.POSITIVE_INFINITY : (move.lost ?? move.needless);
  return report.moves
    .filter((move) => cost(move) > 0)
    .sort((a, b) => cost(b) - cost(a))
    .slice(0, MOST_MOMENTS)
    .sort((a, b) => a.number - b.number);
}
