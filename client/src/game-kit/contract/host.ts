/** The one object through which a game reaches what is around it. */
import { createContext, type ReactNode, useContext } from "react";
import type { RoomNow } from "./types";

/** A word or a sentence by its key: the game's own, else one that all games share; facts fill its places. */
export type Translate = (key: string, facts?: Record<string, unknown>) => string;

/** What the room says of a match that is over, around the game's own words. */
export interface ResultOnShow {
  /** What it was an attempt at; null for an ordinary match. */
  title: string | null;
  /** What it meant to me: my best, my place, my rating. */
  facts: ReactNode;
  /** Everybody's results; null where they are not of one board. */
  standings: ReactNode;
  /** What is handed to others, with its link; null for the game's own words. */
  share: string | null;
}

/** The room around a match, and what can be done there. */
export interface RoomActions {
  /** Who is there, and how far it is. */
  now: RoomNow;
  /** My player id. */
  me: string;
  /** Whether the server is heard: without it nobody else's moves come, and mine wait. */
  connected: boolean;
  /** Another match with the same seats; asks the others if there are any. */
  again: () => void;
  /** The same board from its start, for practice; null where seats of others are involved. */
  sameBoard: (() => void) | null;
  /** Ask for a hint; resolves to the game's own advice, to null where there is none, and to undefined where it failed and
   * the player was told. Null where none is to be had. */
  advise: (() => Promise<unknown>) | null;
  /** Have the game's solver play a finished match for one from its start, which takes a second or two; resolves to the score
   * of the best line it found and to one that no line exceeds, and to undefined where it failed and the player was told.
   * Null before the end, with several seats, and without a solver. */
  solve: (() => Promise<{ score: number; bound: number } | undefined>) | null;
  /** Have the finished match analysed; resolves to the game's own report, and to undefined where it failed or another
   * match is on show. `onProgress` hears how far it is, from 0 to 1. Null before the end, and without an analyst. */
  analyse: ((onProgress?: (part: number) => void) => Promise<unknown>) | null;
  /** What came of the match for me; null before its end, and for those who watch. */
  result: ResultOnShow | null;
}

export interface Host {
  /** The game's id. */
  game: string;
  /** Whether something is going on: false in a replay, where nothing is announced and no sound is played. */
  live: boolean;
  language: string;
  t: Translate;
  /** Tell a screen reader. */
  announce: (text: string) => void;
  /** Tell everybody, for a moment. */
  notify: (text: string) => void;
  /** Play a sound of the game, or one that all games share: `yes`, `no`, `over`. */
  play: (sound: string) => void;
  /** The room around the match; null in a replay and in a lesson. */
  room: RoomActions | null;
}

export const HostContext = createContext<Host | null>(null);

/** The host, for components inside a game; the outermost has it in its props. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error("a game is shown without its host");
  return host;
}
