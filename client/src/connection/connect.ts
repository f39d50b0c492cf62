/** A connection to a room: what is sent, what came, and what is sent again after a loss. It knows no React. */
import type { Said } from "@/api/protocol";
import { heartbeat } from "./heartbeat";
import { type Connection, type LocalEvent, NOT_CONNECTED, type Pending, reduce } from "./state";
import type { OpenTransport, Transport } from "./transport";
import type { UnansweredStore } from "./unanswered";

/** The state of a connection, for those who subscribe, and ways to act and to speak. */
export interface RoomConnection {
  snapshot: () => Connection;
  subscribe: (listener: () => void) => () => void;
  /** Let a seat try an action. Its answer is never lost: until it comes, the action is sent again on every return. */
  submit: (seat: number, action: unknown) => void;
  say: (phrase: Said["phrase"]) => void;
  close: () => void;
}

export function connect(open: OpenTransport, unanswered: UnansweredStore): RoomConnection {
  let now: Connection = { ...NOT_CONNECTED, pending: unanswered.load() };
  const listeners = new Set<() => void>();
  const dispatch = (event: LocalEvent) => {
    const { pending } = now;
    now = reduce(now, event);
    if (pending.length > 0 || now.pending.length > 0) unanswered.keep(now.pending, now.room?.code);
    for (const listener of listeners) listener();
  };
  const send = (pending: Pending) => {
    transport.send({ type: "submit", ...pending });
    answers.expect();
  };
  /** Sends what is unanswered, once it is known which match is played: actions of another match are not for this one. */
  const sendAgain = () => {
    if (now.status === "open" && now.moment) for (const pending of now.pending) send(pending);
  };
  /** Takes the match home at once if actions wait and it loses nothing by that, because it is not ranked. */
  const playOn = () => {
    const { playOn: offer, pending } = now;
    if (offer && !offer.ranked && !offer.transferring && pending.length > 0) offer.go();
  };
  const transport: Transport = open({
    opened() {
      dispatch({ type: "opened" });
      answers.opened();
      sendAgain();
    },
    lost() {
      answers.lost();
      dispatch({ type: "lost" });
    },
    received(message) {
      const isFirst = now.moment === null;
      dispatch({ type: "received", message, at: performance.now() });
      if (isFirst) sendAgain();
      answers.heard(now.pending.length > 0);
      if (now.status === "ended") close();
    },
    offered(offer) {
      const isNew = now.playOn === null;
      dispatch({ type: "offered", offer });
      // What has failed is tried again with the next move.
      if (isNew) playOn();
    },
  });
  const answers = heartbeat({
    ask: () => transport.send({ type: "ping" }),
    giveUp: () => transport.reopen(),
  });
  const close = () => {
    answers.lost();
    transport.close();
  };
  return {
    snapshot: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    submit(seat, action) {
      const match = now.moment?.match;
      if (match === undefined || now.status === "ended") return;
      const pending = { ref: newRef(), match, seat, action };
      dispatch({ type: "submitted", ...pending });
      if (now.status === "open") send(pending);
      else playOn();
    },
    say(phrase) {
      if (now.status === "open") transport.send({ type: "say", phrase });
    },
    close,
  };
}

/** A new name for an action. It need not be unguessable, only different; crypto.randomUUID is missing on plain HTTP. */
function newRef(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
