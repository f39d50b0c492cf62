/** The log of a match at the hub that somebody plays alone, followed from outside: what it needs to go on at home. */
import type { Schema } from "@/api/client";
import type { FromServer, RoomNow, ViewNow } from "@/api/protocol";

/** As far as it is read here. */
interface Log {
  id: string;
  started: number;
  entries: unknown[];
}

/** What Python takes up, and what lists show of it. */
export interface TakenHome {
  room: RoomNow;
  toMove: readonly number[];
  kept: unknown;
  /** Which match it is, and how many entries its log has at the hub. */
  match: string;
  count: number;
}

export interface Following {
  hear(message: FromServer): void;
  /** The match so far, as a table with this code; null where there is none that can go on elsewhere. */
  taken(code: string): TakenHome | null;
}

/** `ask` gets the log from the hub; null where it does not hand it out. */
export function following(ask: () => Promise<Schema["HomeSession"] | null>): Following {
  let room: RoomNow | null = null;
  let view: ViewNow | null = null;
  let heardAt = 0;
  let log: Log | null = null;
  let asking = false;
  /** The match that the hub keeps for itself. */
  let stays: string | null = null;
  /** Views that came while the log was asked for. */
  let missed: ViewNow[] = [];

  /** Whether the log holds what the view shows. */
  const goesOn = (shown: ViewNow): boolean => {
    if (log?.id !== shown.match) return false;
    if (shown.seq === log.entries.length + 1 && shown.last) log.entries.push(shown.last);
    return shown.seq === log.entries.length;
  };
  const fetchLog = async (match: string) => {
    if (asking || stays === match) return;
    asking = true;
    missed = [];
    const found = await ask().catch(() => undefined);
    asking = false;
    if (found === null) stays = match;
    if (!found) return;
    log = found.session as Log;
    for (const later of missed) if (later.seq > log.entries.length) goesOn(later);
  };
  return {
    hear(message) {
      if (message.type === "room") room = message;
      if (message.type !== "view") return;
      [view, heardAt] = [message, Date.now()];
      if (asking) missed.push(message);
      const open = room?.seats.length === 1 && room.daily === null && message.view !== null;
      if (open && message.outcome === null && !goesOn(message)) void fetchLog(message.match);
    },
    taken(code) {
      if (!room || !view || view.outcome !== null || !log || !goesOn(view)) return null;
      const [seat] = room.seats;
      const opening = {
        code,
        player: room.host,
        name: seat?.name ?? "",
        game: room.game,
        seats: [{ for: "me" }],
        options: room.options,
      };
      const ahead_ms = Math.round(heardAt - (log.started + view.now_ms));
      const kept = { opening, played: room.played, session: log, refs: [], ahead_ms };
      return {
        room: { ...room, code, ranked: false },
        toMove: view.to_move,
        kept,
        match: log.id,
        count: log.entries.length,
      };
    },
  };
}
