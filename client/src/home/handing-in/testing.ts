/** For tests of handing in: what a browser keeps, without its database. */
import { type HandedIn, type KeptSession, renamed, type TakenHome } from "@/home/kept/kept";
import type { ForHub } from "./handingIn";

/** What a browser keeps, kept in memory. */
export class FakeKept implements ForHub {
  sessions: KeptSession[] = [];
  rooms: TakenHome[] = [];
  private readonly listeners = new Set<() => void>();
  sessionsOf = async (player: string) => this.sessions.filter((one) => one.player === player);
  roomsTakenHome = async (player: string) => this.rooms.filter((one) => one.player === player);
  forgetTakenHome = async (code: string) => {
    this.rooms = this.rooms.filter((one) => one.hub !== code);
  };
  markSession = async (id: string, handedIn: HandedIn) => {
    this.sessions = this.sessions.map((one) => (one.id === id ? { ...one, handedIn } : one));
  };
  isAnythingOf = async (player: string) => (await this.sessionsOf(player)).length > 0;
  moveKept = async (from: string, to: string) => {
    this.sessions = this.sessions.map((one) => renamed(one, from, to));
  };
  onNewForHub = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  finishes(id: string, more: object = {}) {
    const session = { id, entries: [] };
    const handedIn = { state: "waiting" };
    const ended = this.sessions.length;
    this.sessions.push({ id, player: "ann", ended, seats: [], session, handedIn, ...more } as never);
    for (const listener of this.listeners) listener();
  }
  takesHome(more: Partial<TakenHome> = {}) {
    this.rooms.push({ hub: "ABCDEF", code: "home-1", player: "ann", match: "m1", count: 2, ...more });
  }
  states = () => this.sessions.map(({ handedIn }) => handedIn.state);
}
