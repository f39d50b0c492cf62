/** The log of a match at the hub that one person plays, followed from outside: what it needs to go on at home. */
import type { Schema } from "@/api/client";
import type { Opening } from "@/api/home";
import { idAtHome } from "@/api/ids";
import type { FromServer, RoomNow, SeatNow, ViewNow } from "@/api/protocol";
import { FOR_GOOD } from "@/connection/state";
import type { Followed, KeptTable } from "@/home/kept/kept";

/** The part of a log that is read here. */
interface Log {
  id: string;
  seed: number;
  started: number;
  entries: unknown[];
}

/** Keeps the followed match for a page that is loaded anew while the hub is out of reach. */
export interface FollowedStore {
  load(): Promise<Followed | undefined>;
  keep(followed: Followed): void;
  forget(): void;
}

export interface Following {
  /** Resolves once the match that was kept before has been read. */
  loaded: Promise<void>;
  receive(message: FromServer): void;
  /** The match so far; null where there is none that can go on elsewhere. */
  followed(): Followed | null;
  /** Whether the match cannot go on elsewhere only because the hub does not hand out its log. */
  isNotTransferable(): boolean;
}

/** A copy to which no entry is added. */
const copyOf = (log: Log): Log => ({ ...log, entries: [...log.entries] });

/** The only human player, or null where there are others or a seat is kept for one. Only such a match can continue offline. */
export function onlyPlayer({ seats }: RoomNow): SeatNow | null {
  const people = seats.filter((seat) => seat.held_by !== "bot" || seat.kept_for != null);
  const [person] = people;
  return people.length === 1 && person?.held_by === "player" ? person : null;
}

/**
 * The match of a room at the hub. `ask` gets its log from there: null where the hub does not hand it out, undefined where
 * it is of no use now.
 */
export function following(
  hub: string,
  ask: () => Promise<Schema["HomeSession"] | null | undefined>,
  store: FollowedStore,
): Following {
  let room: RoomNow | null = null;
  let view: ViewNow | null = null;
  let heardAt = 0;
  let log: Log | null = null;
  /** Whether somebody chose its board: then it does not count at home either. */
  let chosen = false;
  let asking = false;
  /** The match whose log the hub did not hand out, and whether it counted then. */
  let withheld: { match: string; ranked: boolean } | null = null;
  /** Views that came while the log was asked for. */
  let missed: ViewNow[] = [];
  /** The match as it was kept last. */
  let stored: Followed | null = null;
  const loaded = store.load().then(
    (found) => {
      if (!found || stored) return;
      stored = found;
      if (!log) {
        const { opening, session } = found.table.kept as { opening: Pick<Opening, "seed">; session: Log };
        [log, chosen] = [copyOf(session), opening.seed != null];
      }
      if (view) heard(view);
    },
    () => {},
  );

  /** Whether the only human player is on this page: a spectator takes nothing home. */
  const isMine = () => room !== null && onlyPlayer(room) !== null && view !== null && view.seat !== null;
  /** Whether the log holds all that led to what the view shows. */
  const isWhole = (shown: ViewNow): boolean => log?.id === shown.match && log.entries.length === shown.seq;
  /** The next entry comes with the view that shows it. */
  const append = (shown: ViewNow) => {
    if (log?.id === shown.match && log.entries.length + 1 === shown.seq && shown.last)
      log.entries.push(shown.last);
  };
  /** Once another match has begun, the one that is kept is over. */
  const heard = (shown: ViewNow) => {
    append(shown);
    if (stored && stored.match !== shown.match) forget();
  };
  const fetchLog = async (match: string) => {
    const ranked = room?.ranked ?? false;
    // What counts no more may be handed out after all.
    if (asking || (withheld?.match === match && withheld.ranked === ranked)) return;
    asking = true;
    missed = [];
    const found = await ask().catch(() => undefined);
    asking = false;
    if (found === null) withheld = { match, ranked };
    if (!found) return;
    [log, chosen] = [found.session as Log, found.chosen ?? false];
    for (const later of missed) append(later);
    note();
  };
  const followed = (): Followed | null => {
    if (!room || !view) return stored;
    const me = onlyPlayer(room);
    if (!me?.player || view.outcome !== null || !log || !isWhole(view)) return null;
    const [code, player] = [idAtHome(log.id), me.player];
    const opening = {
      code,
      player,
      name: me.name ?? "",
      game: room.game,
      seats: room.seats.map(({ level }) => (level ? { for: "bot", level } : { for: "me" })),
      options: room.options,
      seed: chosen ? log.seed : null,
    };
    const ahead_ms = Math.round(heardAt - (log.started + view.now_ms));
    const kept = { opening, played: room.played, session: copyOf(log), refs: [], ahead_ms };
    const shown = { ...room, code } as KeptTable["room"];
    const table = { code, player, updated: heardAt, room: shown, toMove: view.to_move, kept };
    return { hub, match: log.id, count: log.entries.length, ranked: room.ranked, table };
  };
  /** Keeps the match as it is now; a match that is over, or cannot go home any more, is forgotten. */
  const note = () => {
    const now = followed();
    if (now) {
      stored = now;
      store.keep(now);
    } else if (!isMine() || view?.outcome !== null) forget();
  };
  const forget = () => {
    if (stored) store.forget();
    stored = null;
  };
  return {
    receive(message) {
      if (message.type === "room") room = message;
      if (message.type === "bye" && FOR_GOOD.has(message.code)) forget();
      if (message.type !== "view") return;
      [view, heardAt] = [message, Date.now()];
      if (asking) missed.push(message);
      heard(message);
      const open = isMine() && room?.daily === null && message.view !== null;
      if (open && message.outcome === null && !isWhole(message)) void fetchLog(message.match);
      else note();
    },
    isNotTransferable: () =>
      isMine() &&
      room !== null &&
      view !== null &&
      view.outcome === null &&
      (room.daily !== null || withheld?.match === view.match),
    followed,
    loaded,
  };
}
