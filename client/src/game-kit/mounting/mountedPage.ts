/** What the scripts of a page are given and give that another package ships. `make types` writes all of it, and what it
 * names, into one file for authors: parlour.d.ts. */

import type { Host, Translate } from "../contract/host";
import type { Sounds } from "../contract/sounds";
import type { AnalysisProps, GameProps, ListedMove } from "../contract/types";
import type { Ending } from "../layout/GameOver";

/** What `mount` returns. */
export interface Mounted<Props> {
  /** Called with every change. */
  update: (props: Props) => void;
  /** Called at the end. */
  unmount: () => void;
}

/** Draws into an element, once. */
export type Mount<Props> = (element: HTMLElement, props: Props) => Mounted<Props>;

/** What all parts of a page are given besides. */
export interface Versioned {
  /** Of the agreement between hub and page: 2. */
  version: number;
}

/** What a board is given: `View` and `Action` are the game's own. */
export interface BoardProps<View = unknown, Action = unknown>
  extends GameProps<View, Action, unknown>,
    Versioned {
  /** Scores, clock, whose turn: above the board on a phone, beside it on a desktop. */
  status: HTMLElement;
  /** Buttons: below the board on a phone, under the status on a desktop. */
  controls: HTMLElement;
}

/** How a match ended, in words. */
export type PlainEnding = Pick<Ending, "title" | "text" | "spoken" | "share">;

/** What `board.js` exports. */
export interface BoardScript<View = unknown, Action = unknown> {
  mount: Mount<BoardProps<View, Action>>;
  /** How a match that is over ended; null while it goes on. Everybody's points are told without it. */
  ending?: (props: GameProps<View, Action, unknown>) => PlainEnding | null;
  /** The game's own sounds, which `host.play` knows then. */
  sounds?: Sounds;
}

/** What a lesson is given. */
export interface LessonProps extends Versioned {
  host: Host;
  /** To be called once the player has done what the lesson is about. */
  done: () => void;
}

/** What `learn.js` exports. */
export interface LearnScript {
  lessons: readonly { key: string; mount: Mount<LessonProps> }[];
}

/** What `analysis.js` exports. */
export interface AnalysisScript<Report = unknown, View = unknown> {
  mount: Mount<AnalysisProps<Report, View> & Versioned>;
  /** The moves to look at, in the order of play. */
  mistakes?: (t: Translate, report: Report) => readonly ListedMove[];
  /** What the board is given as `marks` at a moment; null for nothing. */
  marksAt?: (report: Report, seq: number) => unknown;
}

/** What `preferences.js` exports. */
export interface PreferencesScript {
  mount: Mount<{ host: Host } & Versioned>;
}
