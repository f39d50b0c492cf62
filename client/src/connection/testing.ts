/** For tests: a transport without a network, and messages to send through it. */
import type { FromClient, FromServer, RoomNow, ViewNow } from "@/api/protocol";
import type { OpenTransport, TransportEvents } from "./transport";

export class FakeTransport {
  sent: FromClient[] = [];
  closed = false;
  /** How often it was given up for lost. */
  reopened = 0;
  private events: TransportEvents | null = null;

  readonly open: OpenTransport = (events) => {
    this.events = events;
    return {
      send: (message) => this.sent.push(message),
      reopen: () => {
        this.reopened++;
        this.breaks();
      },
      close: () => {
        this.closed = true;
        // As a socket does: whoever closes it hears that it is closed.
        this.breaks();
      },
    };
  };

  opens(): void {
    this.events?.opened();
  }

  /** Opens, and tells of the room and its match. */
  enters(): void {
    this.opens();
    this.receives(room(), view());
  }

  breaks(): void {
    this.events?.lost();
  }

  receives(...messages: FromServer[]): void {
    for (const message of messages) this.events?.received(message);
  }

  /** The refs of the actions sent so far. */
  get refs(): string[] {
    return this.sent.flatMap((message) => (message.type === "submit" ? [message.ref] : []));
  }
}

/** The answer to an action that the rules took. */
export const answer = (ref: string | undefined) =>
  ({ type: "answer", ref: ref ?? "", seq: 1, refused: null }) as const;

export const room = (more: Partial<RoomNow> = {}): RoomNow => ({
  type: "room",
  code: "ABCDEF",
  game: "nim",
  options: {},
  public: false,
  host: "ann",
  phase: "playing",
  seats: [{ held_by: "player", name: "Ann", player: "ann", present: true }],
  watchers: 0,
  match: "m1",
  played: 1,
  confirmed: null,
  ranked: false,
  held: false,
  daily: null,
  rematch: [],
  ...more,
});

export const view = (more: Partial<ViewNow> = {}): ViewNow => ({
  type: "view",
  seat: 0,
  match: "m1",
  seq: 0,
  now_ms: 0,
  began_ms: 0,
  due_ms: null,
  to_move: [0],
  scores: [0],
  outcome: null,
  shown: [],
  last: null,
  last_ref: null,
  view: {},
  ...more,
});
