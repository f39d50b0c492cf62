/** The database of this browser for what is played at home: opened, upgraded, and shared with other windows. */

import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from "idb";
import { Problem, problemText } from "@/api/problem";
import { PREFIX } from "@/base";
import { notify } from "@/ui/notices";
import type { Followed, KeptSession, KeptTable, TakenHome } from "./kept";

export interface Kept extends DBSchema {
  tables: { key: string; value: KeptTable; indexes: { player: string } };
  sessions: { key: string; value: KeptSession; indexes: { player: string } };
  taken: { key: string; value: TakenHome };
  followed: { key: string; value: Followed };
  /** By its id here, what the hub calls a match that it has taken. */
  arrived: { key: string; value: { id: string; player: string; match: string } };
  /** By the match that they are about. */
  reports: { key: string; value: { id: string; made: number; report: unknown } };
}

type Database = IDBPDatabase<Kept>;

export const NAME = `parlour${PREFIX}`;
export const VERSION = 3;
/** So long other windows may keep an upgrade from being done before that is said, in milliseconds. */
const BLOCKED_MS = 4000;

interface Opening {
  /** The connection, however late it comes. */
  connection: Promise<Database>;
  /** Rejects once other windows have blocked the upgrade for too long. */
  blocked: Promise<never>;
}

let opening: Opening | null = null;
const unblockedListeners = new Set<() => void>();

/** Calls `listener` whenever an upgrade is done after all of which was said that other windows block it. */
export const onUnblocked = (listener: () => void): void => void unblockedListeners.add(listener);

/** The connection; it fails where a browser lets nothing be kept, and as long as other windows block its upgrade. */
export function database(): Promise<Database> {
  opening ??= open();
  return Promise.race([opening.connection, opening.blocked]);
}

function open(): Opening {
  let reject: (problem: Problem) => void = () => {};
  const blocked = new Promise<never>((_, rejected) => {
    reject = rejected;
  });
  blocked.catch(() => {});
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSaid = false;
  const sayBlocked = () => {
    isSaid = true;
    const problem = new Problem("upgrade-blocked", "other windows block the upgrade of what is kept", 503);
    notify(problemText(problem));
    reject(problem);
  };
  const connection = connect({
    blocked: () => {
      timer ??= setTimeout(sayBlocked, BLOCKED_MS);
    },
    // A newer page in another tab changes what is kept: this one asks anew.
    blocking: () => close(mine),
    terminated: () => forget(mine),
  });
  const mine: Opening = { connection, blocked };
  connection.then(
    () => {
      clearTimeout(timer);
      if (isSaid) for (const listener of unblockedListeners) listener();
    },
    () => {
      clearTimeout(timer);
      forget(mine);
    },
  );
  return mine;
}

/** By then another connection may be open: that one stays. */
function forget(one: Opening): void {
  if (opening === one) opening = null;
}

function close(one: Opening): void {
  one.connection.then(
    (connection) => connection.close(),
    () => {},
  );
  forget(one);
}

/** Close the connection: whoever asks next opens it anew. */
export function closeDatabase(): void {
  if (opening) close(opening);
}

async function connect(callbacks: OpenDBCallbacks<Kept>): Promise<Database> {
  try {
    return await openDB<Kept>(NAME, VERSION, { ...callbacks, upgrade: addStores });
  } catch (error) {
    if (!isNewer(error)) throw error;
    // A newer page has upgraded it. Versions only add: all that this page knows is there.
    return await openDB<Kept>(NAME, undefined, callbacks);
  }
}

/** Whether the database has a later version than this page asked for. */
const isNewer = (error: unknown): boolean => error instanceof DOMException && error.name === "VersionError";

/** What a version adds to the one before; a browser that has never kept anything has version 0. */
export function addStores(made: IDBPDatabase<Kept>, before: number): void {
  if (before < 1) {
    made.createObjectStore("tables", { keyPath: "code" }).createIndex("player", "player");
    made.createObjectStore("sessions", { keyPath: "id" }).createIndex("player", "player");
    made.createObjectStore("taken", { keyPath: "hub" });
    made.createObjectStore("reports", { keyPath: "id" });
  }
  if (before < 2) made.createObjectStore("arrived", { keyPath: "id" });
  if (before < 3) made.createObjectStore("followed", { keyPath: "hub" });
}
