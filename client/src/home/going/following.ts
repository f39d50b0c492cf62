/** The log of a match at the hub that one person plays, followed from outside: what it needs to go on at home. */
import type { Schema } from "@/api/client";
import { idAtHome } from "@/api/ids";
import type { FromServer, RoomNow, SeatNow, ViewNow } from "@/api/protocol";
import type { KeptTable } from "@/home/kept/kept";

/** As far as it is read here. */
interface Log {
  id: string;
  started: number;
  entries: unknown[];
}

/** A match as far as it was followed. */
export interface Followed {
  match: string;
  /** How many entries its log has at the hub. */
  count: number;
  /** Whether it counts there. */
  ranked: boolean;
  /** The table at which it can go on. */
  table: Pick<KeptTable, "code" | "player" | "room" | "toMove" | "kept">;
}

export interface Following {
  hear(message: FromServer): void;
  /** The match so far; null where there is none that can go on elsewhere. */
  followed(): Followed | null;
  /** Whether it could, if the hub did not keep its log to itself. */
  stays(): boolean;
}

/** Who plays it, where that is one person, alone or with bots, and nobody may come back to a seat: it may go home. */
export function onlyPlayer({ seats }: RoomNow): SeatNow | null {
  const people = seats.filter((seat) => seat.held_by !== "bot" || seat.kept_for != null);
  const [person] = people;
  return people.length === 1 && person?.held_by === "player" ? person : null;
}

/** `ask` gets the log from the hub; null where it does not hand it out, undefined where it is of no use now. */
export function following(ask: () => Promise<Schema["HomeSession"] | null | undefined>): Following {
  let room: RoomNow | null = null;
  let view: ViewNow | null = null;
  let heardAt = 0;
  let log: Log | null = null;
  let asking = false;
  /** The match that the hub keeps for itself, and whether it counted when the hub said so. */
  let stays: { match: string; ranked: boolean } | null = null;
  /** Views that came while the log was asked for. */
  let missed: ViewNow[] = [];

  /** Whoever only watches takes nothing home. */
  const isMine = () => room !== null && onlyPlayer(room) !== null && view !== null && view.seat !== null;
  /** Whether the log holds what the view shows. */
  const goesOn = (shown: ViewNow): boolean => {
    if (log?.id !== shown.match) return false;
    if (shown.seq === log.entries.length + 1 && shown.last) log.entries.push(shown.last);
    return shown.seq === log.entries.length;
  };
  const fetchLog = async (match: string) => {
    const ranked = room?.ranked ?? false;
    // What counts no more may be handed out after all.
    if (asking || (stays?.match === match && stays.ranked === ranked)) return;
    asking = true;
    missed = [];
    const found = await ask().catch(() => undefined);
    asking = false;
    if (found === null) stays = { match, ranked };
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
      const open = isMine() && room?.daily === null && message.view !== null;
      if (open && message.outcome === null && !goesOn(message)) void fetchLog(message.match);
    },
    stays: () =>
      isMine() &&
      room !== null &&
      view !== null &&
      view.outcome === null &&
      (room.daily !== null || stays?.match === view.match),
    followed() {
      if (!room || !view || view.outcome !== null || !log || !goesOn(view)) return null;
      const me = onlyPlayer(room);
      if (!me?.player) return null;
      const [code, player] = [idAtHome(log.id), me.player];
      const opening = {
        code,
        player,
        name: me.name ?? "",
        game: room.game,
        seats: room.seats.map(({ level }) => (level ? { for: "bot", level } : { for: "me" })),
        options: room.options,
      };
      const ahead_ms = Math.round(heardAt - (log.started + view.now_ms));
      const kept = { opening, played: room.played, session: log, refs: [], ahead_ms };
      const shown = { ...room, code, ranked: false } as KeptTable["room"];
      return {
        match: log.id,
        count: log.entries.length,
        ranked: room.ranked,
        table: { code, player, room: shown, toMove: view.to_move, kept },
      };
    },
  };
}
