/** What was sent from this window and not answered yet, kept so that it outlives the page; of one room, the last in which
 * something was left unanswered. */
import { isAtHome } from "@/api/ids";
import { keyOf } from "@/base";
import type { Pending } from "./state";

export interface UnansweredStore {
  load(): readonly Pending[];
  /** `shown` is the code of the room that is shown, if one is: what has gone home is for the table there alone. */
  keep(pending: readonly Pending[], shown?: string): void;
}

/** How many are kept at most. The oldest stay: those that follow may depend on them. */
const MOST_KEPT = 200;
const KEY = keyOf("unanswered");

interface Kept {
  room: string;
  pending: readonly Pending[];
}

export function unansweredIn(room: string): UnansweredStore {
  return {
    load: () => {
      const kept = read();
      return kept?.room === room ? kept.pending : [];
    },
    keep: (pending, shown = room) => {
      // What the hub calls the room may be written otherwise here.
      const kept: Kept = { room: isAtHome(shown) ? shown : room, pending: pending.slice(0, MOST_KEPT) };
      try {
        if (pending.length > 0) sessionStorage.setItem(KEY, JSON.stringify(kept));
        else if (read()?.room === kept.room) sessionStorage.removeItem(KEY);
      } catch {
        // Full, or not allowed: it lasts as long as the page.
      }
    },
  };
}

function read(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}
