/** What the room around a game offers it. Null in a replay: there is nothing to do but look. */
import { createContext, useContext } from "react";
import type { RoomNow } from "./types";

export interface Table {
  room: RoomNow;
  /** My player id. */
  me: string;
  /** Another match with the same seats; asks the others if there are any. */
  again: () => void;
  /** The same board from its start, for practice; null where seats of others are involved. */
  sameBoard: (() => void) | null;
  /** Ask for a hint; resolves to the game's own advice. Null where none is to be had. */
  advise: (() => Promise<unknown>) | null;
  openHelp: () => void;
}

export const TableContext = createContext<Table | null>(null);

export function useTable(): Table | null {
  return useContext(TableContext);
}
