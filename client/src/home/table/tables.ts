/** The tables of this page: their clocks, their bots, and what is kept of them. */

import i18next from "i18next";
import type { Schema } from "@/api/client";
import type { AdviceAsked, BotPlays, BotTurn, Opening, TableNow, Trying, WorkerRequest } from "@/api/home";
import { idAtHome, isAtHome } from "@/api/ids";
import { isProblem, isRefused, Problem } from "@/api/problem";
import type { FromServer, RoomNow, ViewNow } from "@/api/protocol";
import { dropQueuedOf, type Keeping, keepingOf } from "@/home/kept/keeping";
import { forgetTable, type KeptTable, moveKept, NOT_HANDED_IN, readTable, tablesOf } from "@/home/kept/kept";
import { formers, rememberedMe } from "@/home/player/me";
import type { Python } from "@/home/python/python";
import { needTablesPython, tablesPython, think } from "@/home/python/workers";
import { notify } from "@/ui/notices";
import { lockTable } from "./tableLock";

type Listener = (message: FromServer) => void;
/** What is asked of a table, without its code. */
type OfTable =
  | { ask: "enter" | "pass-time" | "rematch" | "discard" | "leave" }
  | { ask: "receive"; message: unknown }
  | { ask: "play"; plays: BotPlays }
  | { ask: "ask-advice"; seat: number };

/** Before a bot that could not think is asked again, in milliseconds: twice as long each time, so often. */
const AGAIN_MS = 3000;
const MOST_DOUBLED = 5;
/** The longest that a timer of a browser waits. */
const LONGEST_MS = 2 ** 31 - 1;

export class HomeTable {
  private readonly listeners = new Set<Listener>();
  private clock: ReturnType<typeof setTimeout> | undefined;
  /** What a bot is thinking about. */
  private thought: { about: string; ending: AbortController } | null = null;
  private room: RoomNow | null = null;
  private view: ViewNow | null = null;
  private readonly keeping: Keeping;
  private gone = false;
  /** The Python that has it, and what another one would take up. */
  private python: Python | null = null;
  private kept: unknown = null;
  /** Lets go of the Python that is needed while somebody is at the table. */
  private release: (() => void) | null = null;

  /** `stopped` is called once nothing more becomes of it on this page. */
  constructor(
    readonly code: string,
    private readonly stopped: () => void,
  ) {
    this.keeping = keepingOf(code);
  }

  /** Whether anybody on this page is at the table. */
  isWatched(): boolean {
    return this.listeners.size > 0;
  }

  /** What the room is now. */
  roomNow(): RoomNow {
    if (!this.room) throw new Problem("no-such-room", "there is no room with this code", 404);
    return this.room;
  }

  /** Hears everything from now on, the room and the view first; what it answers stops that. */
  async enter(listener: Listener): Promise<() => void> {
    if (!this.room) throw new Problem("no-such-room", "there is no room with this code", 404);
    const now = await this.ask({ ask: "enter" }, listener);
    this.listeners.add(listener);
    if (!this.gone) this.release ??= needTablesPython();
    this.think(now.turn);
    return () => {
      this.listeners.delete(listener);
      // Nobody looks: a bot that thinks is ended, and thinks again when somebody comes back.
      if (this.listeners.size > 0) return;
      this.stopThinking();
      this.letGo();
    };
  }

  private letGo(): void {
    this.release?.();
    this.release = null;
  }

  /** The first thing that is asked: it comes of it. */
  async begin(request: WorkerRequest): Promise<void> {
    const python = tablesPython();
    this.python = python;
    const answer = python.table(request);
    void import("@/home/python/StartingNote").then(({ noteWhileStarting }) =>
      noteWhileStarting(python, answer),
    );
    await this.take(answer);
  }

  /** Ask something; everybody hears what comes of it, or only one. Where Python dies of it, another one is asked once. */
  async ask(asked: OfTable, only?: Listener): Promise<TableNow> {
    const request = { ...asked, code: this.code } as WorkerRequest;
    const python = this.takenUp();
    try {
      return await this.take(python.table(request), only);
    } catch (error) {
      if (!python.isOver()) throw error;
      return await this.take(this.takenUp().table(request), only);
    }
  }

  /** The Python that has it; one that is over is replaced, and the next has it as it was kept last. */
  private takenUp(): Python {
    const python = tablesPython();
    if (python === this.python) return python;
    this.python = python;
    // Whoever asks next is told if that fails.
    this.take(python.table({ ask: "take-up", kept: this.kept })).catch(() => {});
    return python;
  }

  /** What nobody waits for, and must not fail unheard. */
  private askUnasked(asked: OfTable): void {
    this.ask(asked).catch((error: unknown) =>
      this.end(error instanceof Problem ? error.code : "python-fault"),
    );
  }

  private async take(answer: Promise<TableNow>, only?: Listener): Promise<TableNow> {
    const now = await answer;
    if (this.gone) return now;
    for (const frame of now.frames as FromServer[]) {
      const message = asItIsKept(frame);
      if (message.type === "room") this.room = message;
      if (message.type === "view") this.view = message;
      for (const listener of only ? [only] : this.listeners) listener(message);
    }
    this.kept = now.kept ?? this.kept;
    this.keep(now);
    if (now.closed) {
      this.stop();
    } else {
      this.setClock(now.due_ms);
      this.think(now.turn);
    }
    return now;
  }

  /** What a seat could do next. That it asked is an entry of the log. */
  async advise(seat: number): Promise<unknown> {
    const { question, fault } = await this.ask({ ask: "ask-advice", seat });
    if (!question) throw new Problem(fault?.code ?? "no-adviser", fault?.detail ?? "", 409);
    return think({ ask: "advise", question: question as AdviceAsked });
  }

  /** The table ends here and writes what it has queued; what cannot be written now is dropped, as another window goes on. */
  async handOver(): Promise<void> {
    if (!this.gone) this.end("room-elsewhere");
    await this.keeping.settled();
    this.keeping.elsewhere();
  }

  /** The table is played elsewhere already: what is queued here is dropped. */
  lose(): void {
    this.keeping.elsewhere();
    if (!this.gone) this.end("room-elsewhere");
  }

  private end(code: string): void {
    for (const listener of this.listeners) listener({ type: "bye", code, retry_ms: null });
    this.stop();
  }

  /** Everything that was to be kept is kept. */
  settled(): Promise<void> {
    return this.keeping.settled();
  }

  private stop(): void {
    this.gone = true;
    clearTimeout(this.clock);
    this.stopThinking();
    this.letGo();
    this.stopped();
  }

  private setClock(dueMs: number | null): void {
    clearTimeout(this.clock);
    if (dueMs === null) return;
    this.clock = setTimeout(() => this.askUnasked({ ask: "pass-time" }), Math.min(dueMs, LONGEST_MS));
  }

  /** `failed` says how often a bot could not think about this turn. */
  private think(turn: BotTurn | null, failed = 0): void {
    if (turn === null || this.listeners.size === 0) {
      this.stopThinking();
      return;
    }
    const about = aboutOf(turn);
    if (this.thought?.about === about) return;
    this.stopThinking();
    const ending = new AbortController();
    this.thought = { about, ending };
    think<BotPlays>({ ask: "choose", turn }, { signal: ending.signal }).then(
      (plays) => {
        if (this.thought?.ending !== ending) return;
        this.thought = null;
        this.askUnasked({ ask: "play", plays });
      },
      () => {
        // Whoever ended it knows; what failed is tried again, and nothing that happens meanwhile tries it sooner.
        if (failed === 1 && !ending.signal.aborted) notify(i18next.t("room.botFails", { ns: "hub" }));
        const again = () => {
          if (this.thought?.ending !== ending) return;
          this.thought = null;
          this.think(turn, failed + 1);
        };
        setTimeout(again, AGAIN_MS * 2 ** Math.min(failed, MOST_DOUBLED));
      },
    );
  }

  private stopThinking(): void {
    this.thought?.ending.abort();
    this.thought = null;
  }

  private keep({ kept, over, closed }: TableNow): void {
    const [room, view] = [this.room as Schema["RoomNow"] | null, this.view];
    if (!room || !view || (!kept && !over && !closed)) return;
    const player = room.host;
    const toMove = view.to_move;
    if (over) {
      const { match: told, ...rest } = over;
      const { id } = told as Schema["MatchNow"];
      const match = { ...(told as Schema["MatchNow"]), id: idAtHome(id) };
      const handedIn = { state: match.outcome === null || over.tried ? NOT_HANDED_IN : "waiting" } as const;
      const ended = match.ended ?? Date.now();
      this.keeping.session({ ...rest, id: match.id, player, ended, match, handedIn });
    }
    if (closed) this.keeping.table(null);
    else if (kept) this.keeping.table({ code: this.code, player, updated: Date.now(), room, toMove, kept });
  }
}

/** A match that was taken home is played under the hub's id; over, it is found under its own: the hub's may go on. */
function asItIsKept(message: FromServer): FromServer {
  if (message.type !== "view" || message.outcome === null) return message;
  return { ...message, match: idAtHome(message.match) };
}

/** The moment that a turn is about. */
function aboutOf({ session, seat }: BotTurn): string {
  const { id, entries } = session as { id: string; entries: readonly unknown[] };
  return `${id} ${entries.length} ${seat}`;
}

const open = new Map<string, Promise<HomeTable>>();

/** The table with this code: open on this page, or taken up where it was left. */
export async function tableWith(code: string): Promise<HomeTable> {
  await closeForNewPlayer(code);
  return begun(code, async () => {
    const found = await tableOfMine(code);
    if (!found) throw new Problem("no-such-room", "there is no room with this code", 404);
    return { ask: "take-up", kept: found.kept };
  });
}

/** A table that is open for somebody who is called otherwise now is closed: it is taken up with their new id in it. */
async function closeForNewPlayer(code: string): Promise<void> {
  const table = await open.get(code)?.catch(() => null);
  const me = rememberedMe();
  if (!table || !me || table.isWatched() || table.roomNow().host === me.id) return;
  await table.settled();
  table.lose();
}

/** Another player of this browser has nothing of it. */
async function tableOfMine(code: string): Promise<KeptTable | undefined> {
  const found = await readTable(code);
  const me = rememberedMe();
  if (!found || !me || found.player === me.id) return found;
  // A guest of this device has become whoever the hub says.
  if (!isAtHome(found.player) || !formers().some(({ id }) => id === found.player)) return undefined;
  await moveKept(found.player, me.id);
  return readTable(code);
}

/** The table, to be closed; one that cannot be taken up any more is forgotten instead, and null. */
export async function tableToClose(code: string, take = tableWith, forget = forgetTable) {
  try {
    return await take(code);
  } catch (error) {
    if (!isRefused(error) || isProblem(error, "no-such-room")) throw error;
    await forget(code);
    return null;
  }
}

/** Close every table of a player, in all windows, before what is kept of them is forgotten: none writes itself again. */
export async function closeTablesOf(player: string): Promise<void> {
  for (const beginning of [...open.values()]) {
    const table = await beginning.catch(() => null);
    if (table?.roomNow().host !== player) continue;
    table.lose();
    await table.settled();
  }
  for (const { code } of await tablesOf(player)) {
    const release = await lockTable(code, { onRequested: () => {}, onStolen: () => {} });
    release();
  }
  dropQueuedOf(player);
}

export const openTable = (opening: Opening): Promise<HomeTable> =>
  begun(opening.code, async () => ({ ask: "open", opening }));

export const tryAtTable = (trying: Trying): Promise<HomeTable> =>
  begun(trying.code, async () => ({ ask: "try", trying }));

function begun(code: string, first: () => Promise<WorkerRequest>): Promise<HomeTable> {
  const there = open.get(code);
  if (there) return there;
  // By then it may be open anew.
  const stopped = () => {
    if (open.get(code) === beginning) open.delete(code);
  };
  const beginning = begin(code, first, stopped);
  open.set(code, beginning);
  beginning.catch(stopped);
  return beginning;
}

async function begin(
  code: string,
  first: () => Promise<WorkerRequest>,
  stopped: () => void,
): Promise<HomeTable> {
  let release = () => {};
  const table = new HomeTable(code, () => {
    stopped();
    // Whoever has the lock next reads what this table has written.
    void table.settled().then(() => release());
  });
  release = await lockTable(code, {
    onRequested: () => void table.handOver(),
    onStolen: () => table.lose(),
  });
  try {
    await table.begin(await first());
  } catch (error) {
    release();
    throw error;
  }
  await table.settled();
  return table;
}
