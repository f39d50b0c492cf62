/** Matches that were played at home go to the hub as soon as it answers: one after another, each until it is answered. */

import i18next from "i18next";
import { http, queryClient } from "@/api/client";
import { isAtHome } from "@/api/ids";
import { isNoServer } from "@/api/noServer";
import { changedByResults, myRoomsQuery } from "@/api/queries";
import { onceReachable } from "@/api/reachable";
import { keyOf } from "@/base";
import type { HandedIn, KeptSession, TakenHome } from "@/home/kept/kept";
import * as kept from "@/home/kept/kept";
import { forgetFormer, formers, type Me, rememberedMe } from "@/home/player/me";
import { askAfterSignOut, askWhoIAm } from "@/home/player/whoIAm";
import { notify } from "@/ui/notices";
import { type Backoff, newBackoff } from "./backoff";

/** Of all pages of this browser one hands in at a time. */
const LOCK = keyOf("handing-in");
/** What the hub will say of this match at any time. */
const FINAL: readonly number[] = [400, 409, 422];
const TOO_LARGE = 413;
/** What it says of this match, and not of others: something else is played first, or it plays other games or rules now. */
const NOT_THIS: readonly string[] = ["daily-first", "format-version", "no-such-game", "rules-version"];
/** It failed at this match, or at all; that it cannot answer anybody it says otherwise. */
const FAULT = 500;
/** Somebody else is signed in meanwhile. */
const OTHER_PLAYER = "other-player";
/** What it says of a room now, and not for ever. */
const FOR_NOW: readonly number[] = [401, 408, 425, 429];
const FOR_NOW_CODE = "banned";
/** The longest that a timer of a browser waits. */
const LONGEST_MS = 2 ** 31 - 1;
/** The key of the backoff for a hub that takes nothing at all. */
const EVERYTHING = "everything";
/** The key of the backoff for a hub that does not say whether it still knows a former player. */
const backoffKeyOf = ({ id }: Me) => `former ${id}`;

/** What is kept here for the hub. */
export type ForHub = Pick<
  typeof kept,
  | "forgetTakenHome"
  | "isAnythingOf"
  | "markSession"
  | "moveKept"
  | "onNewForHub"
  | "roomsTakenHome"
  | "sessionsOf"
>;

/** The hub cannot take it now. */
interface Later {
  state: "later";
  /** Whether others can be handed in. */
  others: boolean;
  /** Why not, where the hub has answered. */
  code?: string;
  /** Whether it failed, perhaps at this match. */
  failed: boolean;
  /** When to come back, if the hub said so. */
  seconds: number | null;
}

/** An answer of the hub; null where there was none. */
type Answered = { response: Response; error?: unknown } | null;

const problemOf = (answer: Answered) => (answer?.error ?? {}) as { code?: string; detail?: string };

/** Who hands in, where it is kept, and how it went so far. */
interface Round {
  player: string;
  here: ForHub;
  backoff: Backoff;
  /** By match, how often the hub failed at it. */
  failures: Map<string, number>;
  /** Whether the hub would take it for another's, who is signed in meanwhile, or nobody waits for it any more. */
  isOver(): boolean;
}

/** Hand in one match; what became of it. */
export async function handIn({
  player,
  seats,
  session,
  chosen,
}: Pick<KeptSession, "player" | "seats" | "session" | "chosen">) {
  const text = JSON.stringify({ player, seats, session, chosen });
  const sent = { body: text as never, bodySerializer: () => text };
  const answer = await http.POST("/api/me/matches", sent).catch(() => null);
  if (answer?.data) {
    const { match, not_counted: notCounted } = answer.data;
    return { state: "taken", match, notCounted } satisfies HandedIn;
  }
  const { code = "unknown", detail = "" } = problemOf(answer);
  const status = answer?.response.status ?? 0;
  if (status === TOO_LARGE) return { state: "refused", code: "log-too-long", detail } satisfies HandedIn;
  const notThis = NOT_THIS.includes(code);
  if (FINAL.includes(status) && !notThis) return { state: "refused", code, detail } satisfies HandedIn;
  if (status === 401) askAfterSignOut();
  if (code === OTHER_PLAYER) askWhoIAm();
  const failed = status >= FAULT;
  return {
    state: "later",
    others: notThis || status === FAULT,
    ...(isAnswered(answer) && { code }),
    failed,
    seconds: secondsTold(answer),
  } satisfies Later;
}

/** Whether the hub itself has said something. */
const isAnswered = (answer: Answered): boolean => answer !== null && !isNoServer(answer.response);

/** When to ask again, if the hub said so. */
const secondsTold = (answer: Answered): number | null =>
  Number(answer?.response.headers.get("Retry-After")) || null;

/** As far as it is read here. */
interface Log {
  id: string;
  entries: readonly { seat: number }[];
}

/** Leave a room at the hub whose match goes on here, unless its player went on there, too; whether it is settled. */
async function leaveAtHub({ hub, match, count }: TakenHome): Promise<{ settled: boolean; answer: Answered }> {
  const params = { path: { code: hub } };
  const there = await http.GET("/api/rooms/{code}/session", { params }).catch(() => null);
  if (!there?.data) return { settled: isFinal(there), answer: there };
  const { id, entries } = there.data.session as Log;
  const seats = there.data.seats as KeptSession["seats"];
  // Clock and bots may have gone on: nobody was there.
  const wentOn = entries.slice(count).some(({ seat }) => seats[seat]?.for === "me");
  if (id !== match || entries.length < count || wentOn) return { settled: true, answer: there };
  const left = await http.POST("/api/rooms/{code}/leave", { params }).catch(() => null);
  return { settled: left?.response.ok === true || isFinal(left), answer: left };
}

/** Whether the hub will say the same of a room at any time. */
function isFinal(answer: Answered): boolean {
  const status = answer?.response.status ?? 0;
  if (status < 400 || status >= 500 || FOR_NOW.includes(status)) return false;
  return problemOf(answer).code !== FOR_NOW_CODE;
}

/** Whoever was here before this player and has left something. */
async function leftBy(player: string, here: ForHub): Promise<Me[]> {
  const others = formers().filter(({ id }) => id !== player);
  const left = await Promise.all(others.map(({ id }) => here.isAnythingOf(id)));
  return others.filter((_, at) => left[at]);
}

/** What somebody left who cannot come back, or whom the hub has forgotten, is this player's from now on. */
async function takeOver({ player, here, backoff }: Round): Promise<void> {
  for (const former of await leftBy(player, here)) {
    if (!backoff.isDue(backoffKeyOf(former))) continue;
    if (!isAtHome(former.id) && (former.recoverable || former.account)) {
      const params = { path: { player_id: former.id } };
      const answer = await http.GET("/api/players/{player_id}", { params }).catch(() => null);
      // What somebody left who can come back waits for them.
      if (answer?.response.ok) forgetFormer(former.id);
      else if (answer?.response.status !== 404) backoff.delay(backoffKeyOf(former), secondsTold(answer));
      if (answer?.response.status !== 404) continue;
    }
    await here.moveKept(former.id, player);
    await queryClient.invalidateQueries({ predicate: changedByResults });
    await queryClient.invalidateQueries(myRoomsQuery);
  }
}

/** What waits for the hub: matches, the oldest first, but last those at which it failed; rooms whose matches are not among them. */
async function waitingFor({ player, here, failures }: Round) {
  const failed = ({ id }: KeptSession) => failures.get(id) ?? 0;
  const sessions = (await here.sessionsOf(player))
    .filter(({ handedIn }) => handedIn.state === "waiting")
    .sort((one, other) => failed(one) - failed(other) || one.ended - other.ended);
  const matches = new Set(sessions.map(({ session }) => (session as { id: string }).id));
  // Whoever hands in a match leaves its room thereby, and only then does the one take the other's place.
  const rooms = (await here.roomsTakenHome(player)).filter(({ match }) => !matches.has(match));
  return { sessions, rooms };
}

/** The keys of the backoff for everything that waits for the hub. */
async function namesOf(round: Round): Promise<string[]> {
  const { sessions, rooms } = await waitingFor(round);
  const left = (await leftBy(round.player, round.here)).map(backoffKeyOf);
  return [...left, ...sessions.map(({ id }) => id), ...rooms.map(({ hub }) => hub)];
}

/** Hand in what a player has played here. What the hub cannot take now is tried again later. */
async function handInAll(round: Round): Promise<void> {
  const { here, backoff, failures } = round;
  const became = { taken: 0, refused: 0 };
  if (round.isOver()) return;
  await takeOver(round);
  for (const one of (await waitingFor(round)).sessions) {
    if (!backoff.isDue(one.id)) continue;
    if (round.isOver()) break;
    const found = await handIn(one);
    if (found.state === "later") {
      if (found.failed) failures.set(one.id, (failures.get(one.id) ?? 0) + 1);
      await sayWhy(one, found, round);
      backoff.delay(found.others ? one.id : EVERYTHING, found.seconds);
      if (!found.others) break;
      continue;
    }
    await here.markSession(one.id, found);
    if (found.state === "taken") await forgetRoomOf(one, round);
    became[found.state] += 1;
    backoff.end(EVERYTHING);
  }
  await tell(became);
  if (backoff.isDue(EVERYTHING)) await leaveRooms(round);
}

/** Writes down why a match waits; a reason that holds for all matches also with the others, but those that wait for something of their own. */
async function sayWhy(one: KeptSession, { code, others }: Later, round: Round): Promise<void> {
  const waiting = (await waitingFor(round)).sessions;
  for (const { id, handedIn } of waiting) {
    const before = handedIn.state === "waiting" ? handedIn.code : undefined;
    const waitsForItsOwn = before !== undefined && NOT_THIS.includes(before);
    if (before === code || (id !== one.id && (others || waitsForItsOwn))) continue;
    await round.here.markSession(id, { state: "waiting", ...(code && { code }) });
    await queryClient.invalidateQueries({ queryKey: ["handed-in", id] });
  }
}

/** A match that the hub has taken has left its room there. */
async function forgetRoomOf({ session }: KeptSession, { player, here }: Round): Promise<void> {
  const { id } = session as { id: string };
  for (const { hub, match } of await here.roomsTakenHome(player))
    if (match === id) await here.forgetTakenHome(hub);
  await queryClient.invalidateQueries(myRoomsQuery);
}

async function leaveRooms(round: Round): Promise<void> {
  const { here, backoff } = round;
  for (const taken of (await waitingFor(round)).rooms) {
    if (!backoff.isDue(taken.hub)) continue;
    if (round.isOver()) return;
    const { settled, answer } = await leaveAtHub(taken);
    if (!settled) {
      backoff.delay(taken.hub, secondsTold(answer));
      continue;
    }
    await here.forgetTakenHome(taken.hub);
    await queryClient.invalidateQueries(myRoomsQuery);
  }
}

async function tell({ taken, refused }: { taken: number; refused: number }): Promise<void> {
  const said = [
    taken > 0 && i18next.t("handedIn.taken", { ns: "hub", count: taken }),
    refused > 0 && i18next.t("handedIn.refused", { ns: "hub", count: refused }),
  ].filter(Boolean);
  if (said.length === 0) return;
  notify(said.join(" "));
  const changed = ["handed-in", "match"];
  await queryClient.invalidateQueries({
    predicate: (query) => changedByResults(query) || changed.includes(String(query.queryKey[0])),
  });
}

/** Without HTTPS a browser has no locks; a match that two pages hand in is still one match. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? await navigator.locks.request(LOCK, work) : work();

/** Hand in all that a player has played here and will play, whenever the hub answers; what it gives ends that. */
export function keepHandingIn(player: string, here: ForHub = kept): () => void {
  // The hub knows no guest of this device: what they played waits until it says who they are.
  if (isAtHome(player)) return () => {};
  let stopped = false;
  const isOver = () => stopped || rememberedMe()?.id !== player;
  const round: Round = { player, here, backoff: newBackoff(), failures: new Map(), isOver };
  const { backoff } = round;
  let busy = false;
  let stopWaiting = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async () => {
    busy = true;
    await inTurn(() => handInAll(round)).catch(() => backoff.delay(EVERYTHING, null));
    busy = false;
    await look();
  };
  const look = async () => {
    // A browser that lets nothing be read has nothing to hand in.
    const waiting = await namesOf(round).catch(() => []);
    if (busy || isOver()) return;
    if (waiting.length === 0) return;
    clearTimeout(timer);
    stopWaiting();
    if (backoff.isDue(EVERYTHING) && waiting.some(backoff.isDue)) {
      stopWaiting = onceReachable(() => void run());
      return;
    }
    const due = backoff.isDue(EVERYTHING) ? backoff.next(waiting) : backoff.next([EVERYTHING]);
    timer = setTimeout(() => void look(), Math.min(due - performance.now(), LONGEST_MS));
  };
  const lookIfSeen = () => void (document.visibilityState === "visible" && look());
  const stopListening = here.onNewForHub(() => void look());
  // Another window may have kept something.
  addEventListener("online", look);
  document.addEventListener("visibilitychange", lookIfSeen);
  void look();
  return () => {
    stopped = true;
    stopListening();
    removeEventListener("online", look);
    document.removeEventListener("visibilitychange", lookIfSeen);
    stopWaiting();
    clearTimeout(timer);
  };
}
