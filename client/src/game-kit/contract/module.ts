/** What a game's folder says about itself before it is loaded: its `game.ts` exports one of these as default. */
import type { ComponentType, FunctionComponent } from "react";
import type { Translate } from "./host";
import type { Sounds } from "./sounds";
import type { ListedMove } from "./types";

/** One thing to try. Calls `done` once the player has done it; the words are `tutorial.<key>.title`, `.text`, `.done`. */
export interface Lesson {
  key: string;
  Scene: ComponentType<SceneProps>;
}

export interface SceneProps {
  done: () => void;
}

export type CoverPicture = FunctionComponent<{ begun: boolean }>;

/** A component that is given what comes from a match of its own game, so that its own types hold. */
type Loaded = { default: FunctionComponent<never> };

/** The drawing of an analysis, and what the replay beside it asks of the report. */
export interface LoadedAnalysis extends Loaded {
  /** The moves to look at, in the order of play: listed, and stepped through by buttons and keys. */
  mistakes: (t: Translate, report: never) => readonly ListedMove[];
  /** What the board draws at a moment, in the game's own form: its component has it as `marks`. Null for nothing. */
  marksAt: (report: never, seq: number) => unknown;
}

export interface GameModule {
  /** The server's id, and the name of the folder. */
  id: string;
  /** The package that it comes with; nothing for the games of this repository. */
  from?: string;
  /** Square, for lists. */
  Thumbnail: FunctionComponent;
  /** 16:9, for cards. */
  Wide: ComponentType;
  /** Loads the picture on the cover of a match that waits, upright, in forms that `begun` changes; Thumbnail without it. */
  cover?: () => Promise<{ default: CoverPicture }>;
  /** Loads the component that draws a match from `GameProps`. */
  board: () => Promise<Loaded>;
  /** Loads the component that draws an analysis from `AnalysisProps`, and what goes with it. */
  analysis?: () => Promise<LoadedAnalysis>;
  /** Loads the component that asks for what this device keeps: shown at set-up, without props. */
  preferences?: () => Promise<Loaded>;
  /** Loads the lessons. */
  learn?: () => Promise<{ lessons: readonly Lesson[] }>;
  sounds?: Sounds;
  /** The actions that ask for help, by what they `do`: a replay does not count them as moves. */
  asking?: readonly string[];
}
