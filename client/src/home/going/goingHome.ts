/** A room at the hub in which somebody plays alone: while the hub is out of reach, the match can go on at home. */

import i18next from "i18next";
import { http, request, type Schema } from "@/api/client";
import { isRefused, problemText } from "@/api/problem";
import { linkTo, pathBelow } from "@/base";
import type { OpenTransport, Transport } from "@/connection/transport";
import type { Followed } from "@/home/kept/kept";
import { isAble, isUnable } from "@/home/python/able";
import type { HomeTable } from "@/home/table/tables";
import { notify } from "@/ui/notices";
import { followedStore } from "./followedStore";
import { following } from "./following";

/** So long a lost connection is waited for before anything else is offered. */
const WAIT_MS = 5000;

/** A match that can go on at a table here. */
interface Taken {
  table: HomeTable;
  /** It does: its room at the hub waits to be left. */
  keep(): Promise<void>;
  /** It does not. */
  drop(): Promise<void>;
}

/** What going home takes of this browser. */
interface Home {
  take: typeof takeHome;
  /** Starts Python before it is known whether it is needed. */
  prepare(): void;
  /** Whether Python can be had without the hub. */
  isKept(): Promise<boolean>;
  store: typeof followedStore;
}

const HERE: Home = {
  take: (followed) => takeHome(followed),
  prepare: startTables,
  isKept,
  store: followedStore,
};

/** `socket` leads to the room with this code; `home` is another one in tests. */
export function socketOrHome(code: string, socket: OpenTransport, home = HERE): OpenTransport {
  return (events) => {
    const isOfUse = async () => !isUnable() && (await home.isKept().catch(() => false));
    const ask = async () => ((await isOfUse()) ? sessionAtHub(code) : undefined);
    const log = following(code, ask, home.store(code));
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let connected = false;
    let closed = false;
    let kept = false;
    /** Whether it is on its way home. */
    let going = false;
    let table: HomeTable | null = null;
    let leave: (() => void) | null = null;
    /** Whoever closes a socket hears of that, too. */
    const deaf = () => closed || table !== null;

    const hub: Transport = socket({
      opened() {
        if (deaf()) return;
        connected = true;
        clearTimeout(waiting);
        waiting = undefined;
        events.offered(null);
        events.opened();
      },
      lost() {
        if (deaf()) return;
        connected = false;
        events.lost();
        if (waiting !== undefined) return;
        const asked = look();
        waiting = setTimeout(() => void asked.then(offer), WAIT_MS);
      },
      received(message) {
        if (deaf()) return;
        log.hear(message);
        events.received(message);
      },
      offered: events.offered,
    });

    /** Asked when it matters: a page that has just been loaded does not know yet. */
    const look = async () => {
      [kept] = await Promise.all([home.isKept().catch(() => false), log.loaded]);
      // Should it come to that, Python has started meanwhile.
      if (kept && !connected && !deaf() && log.followed()) home.prepare();
    };
    const offer = () => {
      const followed = kept ? log.followed() : null;
      if (deaf() || connected) return;
      if (followed) events.offered({ ranked: followed.ranked, going, go: () => void goHome() });
      else events.offered(kept && log.stays() ? "stays" : null);
    };
    const failed = (error: unknown) => {
      if (!connected && !closed) notify(problemText(error));
      return null;
    };
    const goHome = async () => {
      const followed = log.followed();
      if (!followed || going || connected || deaf()) return;
      going = true;
      offer();
      const taken = await home.take(followed).catch(failed);
      if (taken && !connected && !deaf()) await enter(taken, followed.table.code);
      else await taken?.drop();
      going = false;
      offer();
    };
    const enter = async (taken: Taken, there: string) => {
      table = taken.table;
      try {
        leave = await table.enter((message) => !closed && events.received(message));
      } catch (error) {
        failed(error);
        table = null;
        await taken.drop();
        if (!closed) hub.reopen();
        return;
      }
      hub.close();
      // A room that cannot be noted stays in the list of the hub.
      await taken.keep().catch(() => {});
      if (closed) return leave();
      // What was not answered is sent again: to the table from now on.
      events.offered(null);
      events.opened();
      notify(i18next.t("room.wentHome", { ns: "hub" }));
      if (pathBelow(location.pathname) === `/room/${code}`)
        history.replaceState(history.state, "", linkTo(`/room/${there}`));
    };
    const end = () => !closed && events.received({ type: "bye", code: "unknown", retry_ms: null });
    return {
      send: (message) => (table ? void table.ask({ ask: "hear", message }).catch(end) : hub.send(message)),
      reopen: () => {
        if (!table) hub.reopen();
      },
      close() {
        closed = true;
        clearTimeout(waiting);
        hub.close();
        leave?.();
      },
    };
  };
}

/** Null where the hub keeps the match to itself. */
async function sessionAtHub(code: string): Promise<Schema["HomeSession"] | null> {
  try {
    return await request(http.GET("/api/rooms/{code}/session", { params: { path: { code } } }));
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

async function isKept(): Promise<boolean> {
  return isAble() || (await import("@/offline/keptPython")).isPythonKept();
}

function startTables(): void {
  void import("@/home/python/workers").then(({ tablesPython }) => tablesPython());
}

/** Whether a table is at this match, and has fewer entries of it. */
function isBehind(kept: unknown, match: string, count: number): boolean {
  const { session } = kept as { session: { id: string; entries: readonly unknown[] } };
  return session.id === match && session.entries.length < count;
}

export async function takeHome({ hub, match, count, table: followed }: Followed): Promise<Taken> {
  const [{ tableWith }, kept] = await Promise.all([
    import("@/home/table/tables"),
    import("@/home/kept/kept"),
  ]);
  const { code, player } = followed;
  const there = await kept.tableKept(code);
  // Another window may have taken it home before, and played on.
  const isNew = !there || isBehind(there.kept, match, count);
  if (isNew) await kept.keepTable({ ...followed, updated: Date.now() });
  const forget = async () => {
    if (isNew) await kept.forgetTable(code);
  };
  try {
    const table = await tableWith(code);
    return {
      table,
      keep: () => kept.keepTakenHome({ hub, code, player, match, count }),
      drop: () => {
        table.lose();
        return forget();
      },
    };
  } catch (error) {
    await forget();
    throw error;
  }
}
