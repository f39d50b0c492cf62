/** A match as a game component is given it; the same for a live match and for a replay. */
import type { Outcome, Refusal, RoomNow, SeatNow, ShownScore } from "@/api/protocol";
import type { Host } from "./host";

export type { Outcome, Refusal, RoomNow, SeatNow, ShownScore };

/** An action that every game has beside its own. */
export interface CommonAction {
  do: "time-up" | "ready" | "finish";
}

/** One line of the log. */
export interface Entry<Action> {
  at_ms: number;
  /** -1 is the clock. */
  seat: number;
  action: Action | CommonAction;
  refused?: Refusal | null;
}

/** A match after some entry of its log, through somebody's eyes. */
export interface Moment<View, Action> {
  match: string;
  /** How many entries the log has. */
  seq: number;
  /** The game component is shown from when there is one: while a match waits for its players the server sends none. */
  view: View;
  toMove: readonly number[];
  scores: readonly number[];
  outcome: Outcome | null;
  last: Entry<Action> | null;
  /** The match's clock in milliseconds since play began, now: the server's, or the replay's. */
  clock: () => number;
  /** When time is up, on the same clock. */
  dueMs: number | null;
}

/** An action of mine that the rules refused; `count` grows with each, so that the same refusal can be shown twice. */
export interface Refused<Action> {
  count: number;
  action: Action | CommonAction;
  refusal: Refusal;
}

/** A match as one looks on or takes part. `Marks` are what the game's analysis has to show on its board. */
export interface MatchProps<View, Action, Marks = unknown> {
  moment: Moment<View, Action>;
  seats: readonly SeatNow[];
  /** The seats I hold: none when I only watch. */
  mine: readonly number[];
  /** Sent and not answered yet, oldest first. */
  pending: readonly (Action | CommonAction)[];
  refused: Refused<Action> | null;
  /** Let my seat that is to move try an action; null when there is nothing to try: watching, replaying, game over. */
  submit: ((action: Action) => void) | null;
  /** In a replay, the seat that was mine: its side of the board is the nearest. */
  nearest?: number;
  /** What the analysis says of this moment of a replay, to be drawn on the board; nothing in a live match. */
  marks?: Marks | null;
}

/** What a game component is given. */
export interface GameProps<View, Action, Marks = never> extends MatchProps<View, Action, Marks> {
  /** The game's own actions that were sent and are not answered yet, oldest first: draw them as done, but lightly. */
  pending: readonly Action[];
  host: Host;
}

/** What the drawing of a game's analysis is given, beside the replay. */
export interface AnalysisProps<Report, View = unknown> {
  host: Host;
  report: Report;
  /** The moment of the replay that is shown. */
  seq: number;
  seek: (seq: number) => void;
  seats: readonly { name: string; bot?: string | null }[];
  /** What there was to see after so many entries. */
  viewAt: (seq: number) => View | undefined;
}

/** A move that an analysis finds worth a look. */
export interface ListedMove {
  /** The moment of the replay right before it: the board shows what was played and what was better. */
  seq: number;
  title: string;
  /** What it cost, in a few words. */
  cost: string;
  /** What was played and what was better; on a phone only at the move that is shown. */
  text: string;
}
