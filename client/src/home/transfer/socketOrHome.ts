/** A room at the hub in which somebody plays alone: while the hub is out of reach, the match can go on at home. */

import i18next from "i18next";
import { http, request, type Schema } from "@/api/client";
import { isRefused, problemText } from "@/api/problem";
import { linkTo, pathBelow } from "@/base";
import type { OpenTransport, Transport } from "@/connection/transport";
import type { Followed } from "@/home/kept/kept";
import { isPythonAvailable, isPythonMissing } from "@/home/python/availability";
import type { HomeTable } from "@/home/table/tables";
import { notify } from "@/ui/notices";
import { followedStore } from "./followedStore";
import { following } from "./following";

/** How long a lost connection is waited for before playing on at home is offered, in milliseconds. */
const WAIT_MS = 5000;

/** The copy of a match of the hub, at a table here. */
interface HomeCopy {
  table: HomeTable;
  /** The match goes on here: its room at the hub is noted, to be left later. */
  keep(): Promise<void>;
  /** The match does not go on here. */
  drop(): Promise<void>;
}

/** The parts of this browser that playing on at home needs. */
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

/** A transport that begins as the room's socket and can change to a table at home. Tests bring a `home` of their own. */
export function socketOrHome(code: string, socket: OpenTransport, home = HERE): OpenTransport {
  return (events) => {
    const isOfUse = async () => !isPythonMissing() && (await home.isKept().catch(() => false));
    const ask = async () => ((await isOfUse()) ? sessionAtHub(code) : undefined);
    const log = following(code, ask, home.store(code));
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let connected = false;
    let closed = false;
    let kept = false;
    /** Whether a copy of the match is being made at home. */
    let transferring = false;
    let table: HomeTable | null = null;
    let leave: (() => void) | null = null;
    /** A socket reports its own closing, too: after that, or at home, its events mean nothing. */
    const ignoresSocket = () => closed || table !== null;

    const hub: Transport = socket({
      opened() {
        if (ignoresSocket()) return;
        connected = true;
        clearTimeout(waiting);
        waiting = undefined;
        events.offered(null);
        events.opened();
      },
      lost() {
        if (ignoresSocket()) return;
        connected = false;
        events.lost();
        if (waiting !== undefined) return;
        const asked = look();
        waiting = setTimeout(() => void asked.then(offer), WAIT_MS);
      },
      received(message) {
        if (ignoresSocket()) return;
        log.receive(message);
        events.received(message);
      },
      offered: events.offered,
    });

    /** Looks whether Python is kept here, only once that matters: a page that has just been loaded does not know yet. */
    const look = async () => {
      [kept] = await Promise.all([home.isKept().catch(() => false), log.loaded]);
      // Should it come to that, Python has started meanwhile.
      if (kept && !connected && !ignoresSocket() && log.followed()) home.prepare();
    };
    const offer = () => {
      const followed = kept ? log.followed() : null;
      if (ignoresSocket() || connected) return;
      if (followed) events.offered({ ranked: followed.ranked, transferring, go: () => void goHome() });
      else events.offered(kept && log.isNotTransferable() ? "not-transferable" : null);
    };
    const failed = (error: unknown) => {
      if (!connected && !closed) notify(problemText(error));
      return null;
    };
    const goHome = async () => {
      const followed = log.followed();
      if (!followed || transferring || connected || ignoresSocket()) return;
      transferring = true;
      offer();
      const copy = await home.take(followed).catch(failed);
      if (copy && !connected && !ignoresSocket()) await enter(copy, followed.table.code);
      else await copy?.drop();
      transferring = false;
      offer();
    };
    const enter = async (copy: HomeCopy, there: string) => {
      table = copy.table;
      try {
        leave = await table.enter((message) => !closed && events.received(message));
      } catch (error) {
        failed(error);
        table = null;
        await copy.drop();
        if (!closed) hub.reopen();
        return;
      }
      hub.close();
      // A room that cannot be noted stays in the list of the hub.
      await copy.keep().catch(() => {});
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
      send: (message) => (table ? void table.ask({ ask: "receive", message }).catch(end) : hub.send(message)),
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

/** The log of the match from the hub; null where the hub does not hand it out. */
async function sessionAtHub(code: string): Promise<Schema["HomeSession"] | null> {
  try {
    return await request(http.GET("/api/rooms/{code}/session", { params: { path: { code } } }));
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

async function isKept(): Promise<boolean> {
  return isPythonAvailable() || (await import("@/offline/keptPython")).isPythonKept();
}

function startTables(): void {
  void import("@/home/python/workers").then(({ tablesPython }) => tablesPython());
}

/** Whether a kept table shows this match with fewer entries than `count`. */
function isBehind(kept: unknown, match: string, count: number): boolean {
  const { session } = kept as { session: { id: string; entries: readonly unknown[] } };
  return session.id === match && session.entries.length < count;
}

/** Makes a copy of a followed match at a table of this browser. */
export async function takeHome({ hub, match, count, table: followed }: Followed): Promise<HomeCopy> {
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
