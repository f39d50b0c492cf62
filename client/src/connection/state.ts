/** What is known of a room, and how every event changes it: a pure function, told the time. */

import { isSameMatch } from "@/api/ids";
import type { Answer, Bye, Fault, FromServer, Said, ViewNow } from "@/api/protocol";
import type { Entry, Moment, Refused, RoomNow, SeatNow } from "@/game-kit/contract/types";
import type { Offer, PlayOn } from "./transport";

/** An action on its way: sent again on every return until its answer comes. */
export interface Pending {
  ref: string;
  match: string;
  seat: number;
  action: unknown;
}

/** An action that the rules refused. */
interface RefusedAction extends Refused<unknown> {
  match: string;
  seat: number;
}

export interface Connection {
  /** `connecting` until the room was entered once; `unreached` where that has failed and is tried again. */
  status: "connecting" | "unreached" | "open" | "lost" | "ended";
  room: RoomNow | null;
  moment: Moment<unknown, unknown> | null;
  /** When play began in the match that is shown, on the server's clock. */
  began: number;
  /** Who sits in the match that is shown: the room may have gone on to the next one already. */
  seats: readonly SeatNow[];
  /** Sent and not answered yet, the oldest first. */
  pending: readonly Pending[];
  /** The newest refusal in the match that is shown. */
  refused: RefusedAction | null;
  /** What was said, the newest last. */
  said: readonly (Said & { count: number })[];
  /** The newest message of mine that the server could not take; what it asked for was not done. */
  fault: (Fault & { count: number }) | null;
  /** How to go on without the server while it is out of reach. */
  playOn: PlayOn | null;
  /** Whether the match cannot go on at home, because that would reveal what the server still hides. */
  notTransferable: boolean;
  /** Why the server ended the connection; null while it has not. */
  bye: Bye | null;
  /** My last action that a view has shown: its answer comes right after that view. */
  shown: Pending | null;
  /** Counts what is to be shown once, so that one can be told from the next. */
  count: number;
}

/** What happens here rather than at the server. */
export type LocalEvent =
  | { type: "opened" }
  | { type: "lost" }
  | { type: "offered"; offer: Offer }
  | ({ type: "submitted" } & Pending)
  /** A message came at this time of the page's own clock. */
  | { type: "received"; message: FromServer; at: number };

export const NOT_CONNECTED: Connection = {
  status: "connecting",
  room: null,
  moment: null,
  began: 0,
  seats: [],
  pending: [],
  refused: null,
  said: [],
  fault: null,
  playOn: null,
  notTransferable: false,
  bye: null,
  shown: null,
  count: 0,
};
const SAID_KEPT = 20;
/** The codes after which there is nothing to come back to: the room is gone, or its player. Other reasons pass. */
export const FOR_GOOD: ReadonlySet<string> = new Set([
  "closed-by-host",
  "no-player",
  "no-such-room",
  "room-closed",
  "signed-out",
]);

export function reduce(now: Connection, event: LocalEvent): Connection {
  switch (event.type) {
    case "opened":
      return now.status === "ended" ? now : { ...now, status: "open" };
    case "lost":
      return now.status === "ended" ? now : { ...now, status: now.room ? "lost" : "unreached" };
    case "offered":
      return event.offer === "not-transferable"
        ? { ...now, playOn: null, notTransferable: true }
        : { ...now, playOn: event.offer, notTransferable: false };
    case "submitted": {
      const { type: _, ...pending } = event;
      return { ...now, pending: [...now.pending, pending] };
    }
    case "received":
      return received(now, event.message, event.at);
  }
}

function received(now: Connection, message: FromServer, at: number): Connection {
  switch (message.type) {
    case "room": {
      const other = now.moment !== null && !isSameMatch(message.match ?? "", now.moment.match);
      return { ...now, room: message, seats: other ? now.seats : seatsOf(message, now.began) };
    }
    case "view":
      return viewed(now, message, at);
    case "answer":
      return answered(now, message);
    case "fault": {
      const count = now.count + 1;
      return { ...now, count, fault: { ...message, count }, pending: without(now, message.ref ?? null) };
    }
    case "said": {
      const count = now.count + 1;
      return { ...now, count, said: [...now.said, { ...message, count }].slice(-SAID_KEPT) };
    }
    case "bye":
      return message.retry_ms === null ? ended(now, message) : now;
    default:
      return now;
  }
}

/** The server ended the connection. Actions without an answer are kept for the next visit, unless there is none for good. */
function ended(now: Connection, bye: Bye): Connection {
  return { ...now, status: "ended", bye, pending: FOR_GOOD.has(bye.code) ? [] : now.pending };
}

/** A new view: an action that it shows is no longer pending, and a refusal of another match is forgotten. */
function viewed(now: Connection, message: ViewNow, at: number): Connection {
  const began = message.began_ms ?? message.now_ms;
  return {
    ...now,
    began,
    seats: now.room ? seatsOf(now.room, began) : [],
    moment: momentOf(message, began, at),
    pending: without(now, message.last_ref).filter((sent) => isSameMatch(sent.match, message.match)),
    refused: now.refused && isSameMatch(now.refused.match, message.match) ? now.refused : null,
    shown: now.pending.find((sent) => sent.ref === message.last_ref) ?? now.shown,
  };
}

function answered(now: Connection, { ref, refused: refusal }: Answer): Connection {
  const sent = [...now.pending, now.shown].find((one) => one?.ref === ref);
  const pending = without(now, ref);
  if (!refusal || !sent || !now.moment || !isSameMatch(sent.match, now.moment.match))
    return { ...now, pending };
  const count = now.count + 1;
  const { match, seat, action } = sent;
  return { ...now, count, pending, refused: { count, match, seat, action, refusal } };
}

function without(now: Connection, ref: string | null): readonly Pending[] {
  return now.pending.filter((sent) => sent.ref !== ref);
}

/** The page counts time from where play began. */
function seatsOf(room: RoomNow, began: number): readonly SeatNow[] {
  const since = (ms: number | null | undefined) => (ms == null ? ms : ms - began);
  return room.seats.map((seat) => ({
    ...seat,
    bot_due_ms: since(seat.bot_due_ms),
    bot_from_ms: since(seat.bot_from_ms),
  }));
}

function momentOf(message: ViewNow, began: number, at: number): Moment<unknown, unknown> {
  const offset = message.now_ms - began - at;
  const last = message.last as Entry<unknown> | null;
  return {
    match: message.match,
    seq: message.seq,
    view: message.view,
    toMove: message.to_move,
    scores: message.scores,
    outcome: message.outcome,
    last: last && { ...last, at_ms: last.at_ms - began },
    clock: () => performance.now() + offset,
    dueMs: message.due_ms === null ? null : message.due_ms - began,
  };
}
