/** What is known of a match at the hub that one person plays, and how it changes: what the match needs to go on at home. */
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
  entries: readonly unknown[];
}

/** A match, and whether it counts. */
interface Asked {
  match: string;
  ranked: boolean;
}

export interface FollowingState {
  /** The code of its room at the hub. */
  hub: string;
  room: RoomNow | null;
  view: ViewNow | null;
  /** When the view came, by this device's clock. */
  seenAt: number;
  log: Log | null;
  /** Whether somebody chose its board: then it does not count at home either. */
  chosen: boolean;
  /** The match whose log is asked for. */
  asking: Asked | null;
  /** The match whose log the hub did not hand out. */
  withheld: Asked | null;
  /** Views that came while the log was asked for. */
  missed: readonly ViewNow[];
  /** The match as it is to be kept for a page that is loaded anew. */
  stored: Followed | null;
}

export const nothingFollowed = (hub: string): FollowingState => ({
  ...{ hub, room: null, view: null, seenAt: 0, log: null, chosen: false },
  ...{ asking: null, withheld: null, missed: [], stored: null },
});

/** The only human player, or null where there are others or a seat is kept for one. Only such a match can continue offline. */
function onlyPlayer({ seats }: RoomNow): SeatNow | null {
  const people = seats.filter((seat) => seat.held_by !== "bot" || seat.kept_for != null);
  const [person] = people;
  return people.length === 1 && person?.held_by === "player" ? person : null;
}

/** After a message of the hub, which came at that time. */
export function received(state: FollowingState, message: FromServer, at: number): FollowingState {
  if (message.type === "room") return { ...state, room: message };
  if (message.type === "bye" && FOR_GOOD.has(message.code)) return { ...state, stored: null };
  if (message.type !== "view") return state;
  const missed = state.asking ? [...state.missed, message] : state.missed;
  const next = seen({ ...state, view: message, seenAt: at, missed }, message);
  return isIncomplete(next) ? next : noted(next);
}

/** After what was kept before has been read; what is known by then is newer. */
export function loaded(state: FollowingState, found: Followed): FollowingState {
  if (state.stored) return state;
  const { opening, session } = found.table.kept as { opening: Pick<Opening, "seed">; session: Log };
  const known = state.log ? {} : { log: session, chosen: opening.seed != null };
  const next = { ...state, ...known, stored: found };
  return next.view ? seen(next, next.view) : next;
}

/** From when the hub is asked for the log. */
export const asked = (state: FollowingState): FollowingState => ({
  ...state,
  asking: askedNow(state),
  missed: [],
});

/** After the hub's answer: null where it does not hand out the log, undefined where it is of no use now. */
export function answered(
  state: FollowingState,
  answer: Schema["HomeSession"] | null | undefined,
): FollowingState {
  const { asking, missed } = state;
  const next = { ...state, asking: null, missed: [] };
  if (answer === null) return { ...next, withheld: asking };
  if (!answer) return next;
  const begun = { ...next, log: answer.session as Log, chosen: answer.chosen ?? false };
  return noted(missed.reduce(appended, begun));
}

/** Whether the hub is to be asked for the log: what counts no more may be handed out after all. */
export function wantsLog(state: FollowingState): boolean {
  if (!isIncomplete(state) || state.asking) return false;
  const [now, withheld] = [askedNow(state), state.withheld];
  return withheld?.match !== now?.match || withheld?.ranked !== now?.ranked;
}

/** The match so far; null where there is none that can go on elsewhere. */
export function followed({ hub, room, view, seenAt, log, chosen, stored }: FollowingState): Followed | null {
  if (!room || !view) return stored;
  const me = onlyPlayer(room);
  if (!me?.player || view.outcome !== null || !log || !isWhole(log, view)) return null;
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
  const ahead_ms = Math.round(seenAt - (log.started + view.now_ms));
  const kept = { opening, played: room.played, session: log, refs: [], ahead_ms };
  const shown = { ...room, code } as KeptTable["room"];
  const table = { code, player, updated: seenAt, room: shown, toMove: view.to_move, kept };
  return { hub, match: log.id, count: log.entries.length, ranked: room.ranked, table };
}

/** Whether the match cannot go on elsewhere only because the hub does not hand out its log. */
export function isNotTransferable(state: FollowingState): boolean {
  const { room, view, withheld } = state;
  if (!room || !view || !isMine(state) || view.outcome !== null) return false;
  return room.daily !== null || withheld?.match === view.match;
}

const askedNow = ({ room, view }: FollowingState): Asked | null =>
  view && { match: view.match, ranked: room?.ranked ?? false };

/** Whether the only human player is on this page: a spectator takes nothing home. */
const isMine = ({ room, view }: FollowingState): boolean =>
  room !== null && onlyPlayer(room) !== null && view !== null && view.seat !== null;

/** Whether a log holds all that led to what a view shows. */
const isWhole = (log: Log | null, shown: ViewNow): boolean =>
  log?.id === shown.match && log.entries.length === shown.seq;

/** Whether the match could go on at home if its log were whole. */
function isIncomplete(state: FollowingState): boolean {
  const { room, view, log } = state;
  if (!view || !isMine(state) || room?.daily !== null) return false;
  return view.view !== null && view.outcome === null && !isWhole(log, view);
}

/** The next entry comes with the view that shows it. */
function appended(state: FollowingState, shown: ViewNow): FollowingState {
  const { log } = state;
  if (log?.id !== shown.match || log.entries.length + 1 !== shown.seq || !shown.last) return state;
  return { ...state, log: { ...log, entries: [...log.entries, shown.last] } };
}

/** Once another match has begun, the one that is kept is over. */
function seen(state: FollowingState, shown: ViewNow): FollowingState {
  const next = appended(state, shown);
  return next.stored && next.stored.match !== shown.match ? { ...next, stored: null } : next;
}

/** The match is to be kept as it is now; one that is over, or cannot go home any more, is to be forgotten. */
function noted(state: FollowingState): FollowingState {
  const now = followed(state);
  if (now) return { ...state, stored: now };
  return isMine(state) && state.view?.outcome === null ? state : { ...state, stored: null };
}
