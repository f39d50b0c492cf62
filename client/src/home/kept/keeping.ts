/** Keeps what a table says of itself: one write after another; what cannot be written is said once, and tried again. */
import i18next from "i18next";
import { setAnythingKept } from "@/api/ids";
import { keyOf } from "@/base";
import { notify } from "@/ui/notices";
import type { KeptSession, KeptTable } from "./kept";
import * as kept from "./kept";

/** After so many milliseconds, or with the next change. */
const AGAIN_MS = 10_000;

export interface Keeping {
  /** A match that is over. */
  session(session: KeptSession): void;
  /** The table as it is now; null once it is closed. */
  table(table: KeptTable | null): void;
  /** Another window keeps the table from now on: a queued change of it is dropped. That it was closed is still written. */
  elsewhere(): void;
  /** Everything was written, or could not be. */
  settled(): Promise<void>;
}

/** How to drop what is queued of a player, of all in this window that have something queued. */
const queues = new Set<(player: string) => void>();
const dropHere = (player: string) => {
  for (const drop of queues) drop(player);
};
const forgotten = new BroadcastChannel(keyOf("forgotten"));
forgotten.onmessage = ({ data }: MessageEvent<string>) => dropHere(data);

/** Somebody is forgotten: what is queued of them is written no more, in this window and in all others. */
export function dropQueuedOf(player: string): void {
  dropHere(player);
  forgotten.postMessage(player);
}

type Writes = Pick<typeof kept, "forgetTable" | "keepSession" | "keepTable">;

/** `here` is where it is written; it is elsewhere in tests, as is who is told. */
export function keepingOf(code: string, here: Writes = kept, tell = notify): Keeping {
  const sessions = new Map<string, KeptSession>();
  let table: KeptTable | null | undefined;
  let writing = Promise.resolve();
  let again: ReturnType<typeof setTimeout> | undefined;
  let told = false;

  const write = async () => {
    for (const [id, session] of sessions) {
      await here.keepSession(session);
      if (sessions.get(id) === session) sessions.delete(id);
    }
    const now = table;
    if (now) await here.keepTable(now);
    else if (now === null) await here.forgetTable(code);
    if (table === now) table = undefined;
    if (sessions.size === 0 && table === undefined) queues.delete(drop);
  };
  const drop = (player: string) => {
    for (const [id, session] of sessions) if (session.player === player) sessions.delete(id);
    if (table?.player === player) table = undefined;
  };
  const failed = () => {
    // Whoever forgets a player has to look for what is queued, too.
    setAnythingKept();
    clearTimeout(again);
    again = setTimeout(soon, AGAIN_MS);
    if (!told) tell(i18next.t("room.notKept", { ns: "hub" }));
    told = true;
  };
  const soon = () => {
    queues.add(drop);
    clearTimeout(again);
    writing = writing.then(write).catch(failed);
  };
  return {
    session(session) {
      sessions.set(session.id, session);
      soon();
    },
    table(now) {
      table = now;
      soon();
    },
    elsewhere() {
      if (table) table = undefined;
    },
    settled: () => writing,
  };
}
