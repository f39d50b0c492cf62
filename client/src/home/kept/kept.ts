/** What this browser keeps of what is played at home, or could go on there: tables, matches, reports about them. */

import type { IDBPDatabase } from "idb";
import { queryClient, type Schema } from "@/api/client";
import type { FinishedMatch, ForBot, ForMe } from "@/api/home";
import { setAnythingKept } from "@/api/ids";
import { Problem } from "@/api/problem";
import { changedByResults, myRoomsQuery } from "@/api/queries";
import { database, type Kept, onUnblocked } from "./database";

/** A table that can be taken up again. */
export interface KeptTable {
  code: string;
  /** Whose it is: another player of the same browser sees nothing of it. */
  player: string;
  updated: number;
  room: Schema["RoomNow"];
  toMove: readonly number[];
  /** What Python takes up. */
  kept: unknown;
}

/** The state of a session that is not handed in, as it is stored. */
export const NOT_HANDED_IN = "stays";

/** What became of a session on its way to the hub. */
export type HandedIn =
  /** With a code where the hub has said why it does not take it yet. */
  | { state: "waiting"; code?: string }
  /** It is no game that a hub takes: it was left before its end, or went on from a moment of another. */
  | { state: typeof NOT_HANDED_IN }
  | { state: "taken"; match: string; notCounted: string | null }
  | { state: "refused"; code: string; detail: string };

/** A match that is over. */
export interface KeptSession {
  id: string;
  player: string;
  ended: number;
  seats: readonly (ForMe | ForBot)[];
  /** In our own JSON. */
  session: unknown;
  match: Schema["MatchNow"];
  tried: boolean;
  chosen: boolean;
  /** Why it does not count at the hub; missing from what was kept by a page that did not ask. */
  not_counted?: FinishedMatch["not_counted"];
  handedIn: HandedIn;
}

/** A room at the hub whose match goes on at home. */
export interface TakenHome {
  /** Its code at the hub. */
  hub: string;
  /** The code of the table. */
  code: string;
  player: string;
  /** Which match of that room, and how many entries its log had when it was taken. */
  match: string;
  count: number;
}

/** A match at the hub as far as it was followed from here: all that it takes to go on at home. */
export interface Followed {
  /** The code of its room at the hub. */
  hub: string;
  match: string;
  /** How many entries its log has there. */
  count: number;
  /** Whether it counts there. */
  ranked: boolean;
  /** The table at which it can go on. */
  table: KeptTable;
}

const MOST_REPORTS = 50;
/** Matches that wait for nothing any more; the newest are kept whole. */
const MOST_SETTLED = 50;
/** Matches at the hub; of those that are not played on here the newest are kept. */
const MOST_FOLLOWED = 10;
const listeners = new Set<() => void>();

/** What a browser does not let be read (a private window, a broken profile, a blocked upgrade) is not there. */
async function read<T>(from: (kept: IDBPDatabase<Kept>) => Promise<T>, none: T): Promise<T> {
  try {
    return await from(await database());
  } catch (error) {
    console.info("kept:", error);
    return none;
  }
}

/** Whether this browser lets anything be kept and read. */
export const isReadable = (): Promise<boolean> =>
  database().then(
    () => true,
    () => false,
  );

/** A table as it is kept, or undefined; fails where nothing can be read, for then nobody knows. */
export async function readTable(code: string): Promise<KeptTable | undefined> {
  try {
    return await (await database()).get("tables", code);
  } catch (error) {
    throw error instanceof Problem ? error : new Problem("not-kept", "nothing that is kept can be read", 503);
  }
}

/** Is called when there is something new for the hub: a match that is over, a room to be left. The answer stops that. */
export function onNewForHub(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

function newForHub(): void {
  setAnythingKept();
  tellListeners();
}

// What could not be read while other windows blocked the upgrade is there now.
onUnblocked(() => {
  tellListeners();
  void queryClient.invalidateQueries(myRoomsQuery);
  void queryClient.invalidateQueries({ queryKey: ["handed-in"] });
  void queryClient.invalidateQueries({ predicate: changedByResults });
});

export async function tablesOf(player: string): Promise<KeptTable[]> {
  return read((kept) => kept.getAllFromIndex("tables", "player", player), []);
}

export async function tableKept(code: string): Promise<KeptTable | undefined> {
  return read((kept) => kept.get("tables", code), undefined);
}

export async function keepTable(table: KeptTable): Promise<void> {
  await (await database()).put("tables", table);
  setAnythingKept();
}

export async function forgetTable(code: string): Promise<void> {
  await (await database()).delete("tables", code);
}

export async function sessionsOf(player: string): Promise<KeptSession[]> {
  return read((kept) => kept.getAllFromIndex("sessions", "player", player), []);
}

export async function sessionKept(id: string): Promise<KeptSession | undefined> {
  return read((kept) => kept.get("sessions", id), undefined);
}

/** What is kept already stays as it is. */
export async function keepSession(session: KeptSession): Promise<void> {
  const transaction = (await database()).transaction("sessions", "readwrite");
  if ((await transaction.store.get(session.id)) === undefined) await transaction.store.put(session);
  await transaction.done;
  newForHub();
}

/** Say what became of a session; nothing if it is not kept any more. Of those that wait for nothing the oldest go. */
export async function markSession(id: string, handedIn: HandedIn): Promise<void> {
  const transaction = (await database()).transaction(["sessions", "arrived"], "readwrite");
  const [sessions, arrived] = [transaction.objectStore("sessions"), transaction.objectStore("arrived")];
  const kept = await sessions.get(id);
  if (kept) await sessions.put({ ...kept, handedIn });
  if (kept && handedIn.state === "taken")
    await arrived.put({ id, player: kept.player, match: handedIn.match });
  const settled = (await sessions.getAll())
    .filter((one) => one.handedIn.state !== "waiting")
    .sort((one, other) => other.ended - one.ended);
  for (const old of settled.slice(MOST_SETTLED)) await sessions.delete(old.id);
  await transaction.done;
}

/** What the hub calls a match that was handed in from here. */
export async function arrivedAs(id: string): Promise<string | undefined> {
  return (await read((kept) => kept.get("arrived", id), undefined))?.match;
}

/** Rooms at the hub that wait to be closed there by this player. */
export async function roomsTakenHome(player: string): Promise<TakenHome[]> {
  return (await read((kept) => kept.getAll("taken"), [])).filter((taken) => taken.player === player);
}

/** What has gone home is followed no more. */
export async function keepTakenHome(taken: TakenHome): Promise<void> {
  const transaction = (await database()).transaction(["taken", "followed"], "readwrite");
  await transaction.objectStore("taken").put(taken);
  await transaction.objectStore("followed").delete(taken.hub);
  await transaction.done;
  newForHub();
}

export async function forgetTakenHome(hub: string): Promise<void> {
  await (await database()).delete("taken", hub);
}

/** The match of a room at the hub. */
export async function followedAt(hub: string): Promise<Followed | undefined> {
  return read((kept) => kept.get("followed", hub), undefined);
}

export async function followedOf(player: string): Promise<Followed[]> {
  return (await read((kept) => kept.getAll("followed"), [])).filter(({ table }) => table.player === player);
}

export async function keepFollowed(followed: Followed): Promise<void> {
  const transaction = (await database()).transaction("followed", "readwrite");
  await transaction.store.put(followed);
  if ((await transaction.store.count()) > MOST_FOLLOWED) {
    const all = await transaction.store.getAll();
    const old = all.sort((one, other) => other.table.updated - one.table.updated).slice(MOST_FOLLOWED);
    for (const { hub } of old) await transaction.store.delete(hub);
  }
  await transaction.done;
  setAnythingKept();
}

export async function forgetFollowed(hub: string): Promise<void> {
  await (await database()).delete("followed", hub);
}

/** Whether anything of a player is kept here. */
export async function isAnythingOf(player: string): Promise<boolean> {
  const made = await database();
  const counts = await Promise.all([
    made.countFromIndex("tables", "player", player),
    made.countFromIndex("sessions", "player", player),
    roomsTakenHome(player).then(({ length }) => length),
    followedOf(player).then(({ length }) => length),
  ]);
  return counts.some((count) => count > 0);
}

/** What one player has here is another's from now on, wherever it names them. */
export async function moveKept(from: string, to: string): Promise<void> {
  const stores = ["tables", "sessions", "taken", "arrived", "followed"] as const;
  const transaction = (await database()).transaction(stores, "readwrite");
  const [tables, sessions, taken, followed] = [
    transaction.objectStore("tables"),
    transaction.objectStore("sessions"),
    transaction.objectStore("taken"),
    transaction.objectStore("followed"),
  ];
  for (const one of await tables.index("player").getAll(from)) await tables.put(renamed(one, from, to));
  for (const one of await sessions.index("player").getAll(from)) await sessions.put(renamed(one, from, to));
  for (const one of await taken.getAll()) await taken.put(renamed(one, from, to));
  for (const one of await followed.getAll()) await followed.put(renamed(one, from, to));
  const arrived = transaction.objectStore("arrived");
  for (const one of await arrived.getAll()) await arrived.put(renamed(one, from, to));
  await transaction.done;
}

/** The same, with another id wherever the first stands. */
export function renamed<T>(value: T, from: string, to: string): T {
  const within = (part: unknown): unknown => {
    if (part === from) return to;
    if (Array.isArray(part)) return part.map(within);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, within(inner)]));
  };
  return within(value) as T;
}

/** Forget whatever is kept of a player. */
export async function forgetAllOf(player: string): Promise<void> {
  const stores = ["tables", "sessions", "taken", "reports", "arrived", "followed"] as const;
  const transaction = (await database()).transaction(stores, "readwrite");
  const [tables, sessions, taken, reports] = [
    transaction.objectStore("tables"),
    transaction.objectStore("sessions"),
    transaction.objectStore("taken"),
    transaction.objectStore("reports"),
  ];
  for (const code of await tables.index("player").getAllKeys(player)) await tables.delete(code);
  for (const id of await sessions.index("player").getAllKeys(player)) await sessions.delete(id);
  // They do not say whose they are: those of others are worked out again.
  await reports.clear();
  for (const one of await taken.getAll()) if (one.player === player) await taken.delete(one.hub);
  const [arrived, followed] = [transaction.objectStore("arrived"), transaction.objectStore("followed")];
  for (const one of await arrived.getAll()) if (one.player === player) await arrived.delete(one.id);
  for (const { hub, table } of await followed.getAll())
    if (table.player === player) await followed.delete(hub);
  await transaction.done;
}

export async function reportKept(id: string): Promise<unknown> {
  return (await read((kept) => kept.get("reports", id), undefined))?.report;
}

/** The newest ones stay. */
export async function keepReport(id: string, report: unknown): Promise<void> {
  const transaction = (await database()).transaction("reports", "readwrite");
  await transaction.store.put({ id, made: Date.now(), report });
  const all = (await transaction.store.getAll()).sort((one, other) => other.made - one.made);
  for (const old of all.slice(MOST_REPORTS)) await transaction.store.delete(old.id);
  await transaction.done;
}
