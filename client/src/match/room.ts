/** One socket to one room: keeps it open, resends what was never answered, and remembers the newest of everything. */
import { WebSocket as LastingSocket } from "partysocket";
import type { Bye, Fault, FromServer, Refusal, Said, Submit, ViewNow } from "@/api/protocol";
import type { Entry, Moment, Refused, RoomNow } from "./types";

export interface Pending {
  ref: string;
  match: string;
  seat: number;
  action: unknown;
}

export interface Connection {
  status: "connecting" | "open" | "lost" | "ended";
  room: RoomNow | null;
  moment: Moment<unknown, unknown> | null;
  pending: readonly Pending[];
  refused: Refused<unknown> | null;
  /** What was said, the newest last. */
  said: readonly (Said & { count: number })[];
  /** A message of mine that the server could not take. */
  fault: Fault | null;
  /** Why there is nothing to come back to. */
  bye: Bye | null;
}

const START: Connection = {
  status: "connecting",
  room: null,
  moment: null,
  pending: [],
  refused: null,
  said: [],
  fault: null,
  bye: null,
};
const SAID_KEPT = 20;
const MOST_DELAY_MS = 8000;

export class RoomSocket {
  private now: Connection = START;
  private readonly listeners = new Set<() => void>();
  private readonly socket: LastingSocket;
  private count = 0;
  /** What the last view of something of mine showed. */
  private shown: Pending | null = null;

  constructor(code: string) {
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/rooms/${code}/socket`;
    this.socket = new LastingSocket(address, [], {
      maxReconnectionDelay: MOST_DELAY_MS,
      minReconnectionDelay: 300,
    });
    this.socket.addEventListener("open", () => this.opened());
    this.socket.addEventListener("close", () => this.lost());
    this.socket.addEventListener("message", (event) =>
      this.heard(JSON.parse(String(event.data)) as FromServer),
    );
  }

  readonly snapshot = (): Connection => this.now;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Let a seat try an action. Its answer is never lost: until it comes, the action is sent again on every return. */
  submit(seat: number, action: unknown): void {
    const match = this.now.moment?.match;
    if (match === undefined || this.now.status === "ended") return;
    const pending = { ref: newRef(), match, seat, action };
    this.become({ pending: [...this.now.pending, pending], fault: null });
    if (this.now.status === "open") this.sendPending(pending);
  }

  say(phrase: Said["phrase"]): void {
    if (this.now.status === "open") this.socket.send(JSON.stringify({ type: "say", phrase }));
  }

  close(): void {
    this.socket.close();
  }

  private opened(): void {
    this.become({ status: "open" });
    for (const pending of this.now.pending) this.sendPending(pending);
  }

  private lost(): void {
    if (this.now.status !== "ended") this.become({ status: this.now.room ? "lost" : "connecting" });
  }

  private sendPending(pending: Pending): void {
    const message: Submit = { type: "submit", ...pending };
    this.socket.send(JSON.stringify(message));
  }

  private heard(message: FromServer): void {
    switch (message.type) {
      case "room":
        this.become({ room: message });
        break;
      case "view":
        // What the view shows is not on its way any more; its answer comes right behind.
        this.shown = this.now.pending.find((sent) => sent.ref === message.last_ref) ?? this.shown;
        this.become({ moment: momentOf(message), pending: this.without(message.last_ref) });
        break;
      case "answer":
        this.answered(message.ref, message.refused);
        break;
      case "fault":
        this.become({ fault: message, pending: this.without(message.ref ?? null) });
        break;
      case "said":
        this.count += 1;
        this.become({ said: [...this.now.said, { ...message, count: this.count }].slice(-SAID_KEPT) });
        break;
      case "bye":
        if (message.retry_ms === null) {
          this.become({ status: "ended", bye: message });
          this.socket.close();
        }
    }
  }

  private answered(ref: string, refusal: Refusal | null): void {
    const answered = [...this.now.pending, this.shown].find((sent) => sent?.ref === ref);
    const pending = this.without(ref);
    this.count += 1;
    const refused =
      refusal && answered ? { count: this.count, action: answered.action, refusal } : this.now.refused;
    this.become({ pending, refused });
  }

  private without(ref: string | null): readonly Pending[] {
    return this.now.pending.filter((pending) => pending.ref !== ref);
  }

  private become(change: Partial<Connection>): void {
    this.now = { ...this.now, ...change };
    for (const listener of this.listeners) listener();
  }
}

function momentOf(message: ViewNow): Moment<unknown, unknown> {
  const offset = message.now_ms - performance.now();
  return {
    match: message.match,
    seq: message.seq,
    view: message.view,
    toMove: message.to_move,
    scores: message.scores,
    outcome: message.outcome,
    last: message.last as Entry<unknown> | null,
    clock: () => performance.now() + offset,
    dueMs: message.due_ms,
  };
}

/** Unguessable is not needed, only different each time; crypto.randomUUID is missing on plain HTTP. */
function newRef(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
