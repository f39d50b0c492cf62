/** What is asked over HTTP, answered at home: a method, a path, and what is answered. */

import i18next from "i18next";
import type { Schema } from "@/api/client";
import type { ForBot, ForMe, Opening } from "@/api/home";
import { idAtHome, isAtHome, newCode } from "@/api/ids";
import { isNoServer } from "@/api/noServer";
import { Problem } from "@/api/problem";
import { markServerUnreachable, onceReachable } from "@/api/reachable";
import { pathBelow } from "@/base";
import {
  arrivedAs,
  type Followed,
  followedOf,
  forgetFollowed,
  forgetTable,
  type KeptSession,
  type KeptTable,
  sessionKept,
  sessionsOf,
  tableKept,
  tablesOf,
} from "@/home/kept/kept";
import { type Me, meHere, rememberedMe } from "@/home/player/me";
import { askWhoIAm } from "@/home/player/whoIAm";
import { think } from "@/home/python/workers";
import { openTable, tableToClose, tableWith, tryAtTable } from "@/home/table/tables";
import { DAY_MS } from "@/text/times";
import { analysisStateHere } from "./analyses";
import { analyse, analysis } from "./analysisAnswers";
import { file, fileAnalysis, fileSteps, stepsOf } from "./fileAnswers";
import { askHub } from "./hubTimeout";
import { playedAt, resultOf } from "./played";
import {
  bodyOf,
  elseOfDevice,
  first,
  type Handler,
  json,
  logAddress,
  ofHub,
  problemAnswer,
  type Question,
  textOf,
} from "./question";

/** Who a seat is for when a room is opened. */
type Place = ForMe | ForBot | Schema["ForAnybody"];

let asking = false;

/** Who plays here. A guest of this device asks the hub who they are once it answers. */
function me(): Me {
  const known = meHere(i18next.t("room.guestHere", { ns: "hub" }));
  if (isAtHome(known.id) && !asking) {
    asking = true;
    onceReachable(() =>
      askWhoIAm(() => {
        asking = false;
      }),
    );
  }
  return known;
}

const openRoom: Handler = async (question) => {
  const { game, seats, options, seed } = await bodyOf<Schema["OpenRoom"]>(question);
  const places = seats as readonly Place[];
  const mine = places.filter((place) => place.for !== "anybody");
  if (mine.length < places.length) throw new TypeError("nobody else finds a room at home");
  const { id: player, name } = me();
  const opening = { code: newCode(), player, name, game, seats: mine as Opening["seats"], options, seed };
  return json((await openTable(opening)).roomNow(), 201);
};

const myRooms: Handler = async (question) => {
  const player = rememberedMe()?.id ?? "";
  const here = (await tablesUnderWay(player)).map(({ room, updated, toMove }) =>
    roomOfMine(room, updated, toMove, player),
  );
  const followed = await followedOf(player);
  const left = followed.map(({ hub, table: { room, updated, toMove } }) =>
    roomOfMine({ ...room, code: hub }, updated, toMove, player),
  );
  const there = await listAtHub<Schema["MyRoom"]>(question, [...here, ...left]);
  if (there) await forgetAllBut(there, followed);
  return json([...here, ...(there ?? left)].sort((one, other) => other.updated - one.updated));
};

const roomOfMine = (room: KeptTable["room"], updated: number, toMove: readonly number[], player: string) => ({
  room,
  updated,
  my_turn: toMove.some((seat) => room.seats[seat]?.player === player),
  to_move: [...toMove],
});

/** What the hub does not list any more was left there, or is over. */
async function forgetAllBut(there: Schema["MyRoom"][], followed: readonly Followed[]): Promise<void> {
  const open = new Set(there.map(({ room }) => room.code));
  for (const { hub } of followed) if (!open.has(hub)) await forgetFollowed(hub).catch(() => {});
}

/** A table whose match is over stays for a rematch, for a day. */
export const isLeft = ({ room, updated }: KeptTable, now: number): boolean =>
  room.phase === "over" && updated < now - DAY_MS;

async function tablesUnderWay(player: string): Promise<KeptTable[]> {
  const now = Date.now();
  const all = await tablesOf(player);
  for (const { code } of all.filter((table) => isLeft(table, now))) await forgetTable(code).catch(() => {});
  return all.filter((table) => !isLeft(table, now));
}

/** What is known of me without the hub: my name, and since when something of mine is here. */
const profile: Handler = async (question) => {
  const { id, name } = me();
  if (id !== first(question)) throw new TypeError("only the hub knows others");
  const since = Math.min(Date.now(), ...(await sessionsOf(id)).map(({ match }) => match.started));
  return json({ id, name, since, ratings: [], statistics: [] } satisfies Schema["Profile"]);
};

/** By the last match of a page of somebody's history, when it ended. */
const pageEnds = new Map<string, number>();

const history: Handler = async (question) => {
  const [player, before] = [first(question), question.query.get("before")];
  if (before !== null && isAtHome(before)) return json([]);
  const until =
    before === null ? Number.POSITIVE_INFINITY : (pageEnds.get(before) ?? Number.NEGATIVE_INFINITY);
  const kept = (await sessionsOf(player)).filter(({ handedIn }) => handedIn.state !== "taken");
  const all = kept.map(playedAt);
  const ended = ({ ended, started }: Schema["PlayedMatch"]) => ended ?? started;
  const here = all.filter((one) => ended(one) <= until);
  const there = (await listAtHub<Schema["PlayedMatch"]>(question, here)) ?? [];
  const known = new Set(all.map(({ match }) => match));
  // The last of a page says where the next one begins: it is the hub's.
  const last = there.length >= Number(question.query.get("count")) ? there.at(-1) : undefined;
  if (last) pageEnds.set(last.match, ended(last));
  // What the hub has taken it tells of itself, also before that is marked here.
  const arrived = new Set(there.map(({ match }) => match));
  const newer = here.filter((one) => !arrived.has(one.match) && (!last || ended(one) > ended(last)));
  // What was not finished at the hub has gone on here; what was finished there is another line.
  const rest = there.filter(({ match, reason }) => reason !== null || !known.has(idAtHome(match)));
  return json([...newer, ...rest].sort((one, other) => ended(other) - ended(one)));
};

/** Null without the hub: there is only what is here. A hub that says no is heard. */
async function listAtHub<T>({ request }: Question, here: readonly T[]): Promise<T[] | null> {
  const answer = await askHub(request).catch((error: unknown) => {
    if (here.length === 0) throw error;
    markServerUnreachable();
    return null;
  });
  if (answer === null || (here.length > 0 && isNoServer(answer))) return null;
  if (!answer.ok) throw answer;
  return (await answer.json()) as T[];
}

const leave: Handler = async (question) => {
  const found = await tableKept(first(question));
  const table = await tableToClose(first(question));
  if (!table) return json(found?.room ?? null);
  await table.ask({ ask: "leave" });
  await table.settled();
  return json(table.roomNow());
};

const discard: Handler = async (question) => {
  const table = await tableToClose(first(question));
  if (table) {
    throwFault(await table.ask({ ask: "discard" }));
    await table.settled();
  }
  return json({ kept: null });
};

const rematch: Handler = async (question) => {
  const table = await tableWith(first(question));
  throwFault(await table.ask({ ask: "rematch" }));
  return json(table.roomNow());
};

const advice: Handler = async (question) => {
  const { seat } = await bodyOf<Schema["AskAdvice"]>(question);
  return json(await (await tableWith(first(question))).advise(seat));
};

function throwFault({ frames }: { frames: unknown }): void {
  for (const frame of frames as { type: string; code: string; detail: string }[])
    if (frame.type === "fault") throw new Problem(frame.code, frame.detail, 409);
}

/** The same question for another address. Its body is read first: browsers stream none over HTTP/1.1. */
async function sameRequestAt(address: string, request: Request): Promise<Request> {
  const { method, headers, signal } = request;
  const body = method === "GET" ? null : await request.clone().text();
  return new Request(address, { method, headers, signal, body });
}

/** Something of a match that is kept here; of any other, and of one that the hub has taken, the hub is asked. */
const ofMatch =
  (here: (kept: KeptSession, question: Question) => Promise<unknown>): Handler =>
  async (question) => {
    const id = first(question);
    const [kept, arrived] = [await sessionKept(id), await arrivedAs(id)];
    if (arrived !== undefined) {
      const { request } = question;
      const there = request.url.replace(encodeURIComponent(id), encodeURIComponent(arrived));
      const asked = await sameRequestAt(there, request);
      if (!kept) return fetch(asked);
      const answer = await askHub(asked).catch(() => null);
      if (answer && !isNoServer(answer)) return answer;
    }
    if (!kept || kept.player !== (rememberedMe()?.id ?? kept.player)) return ofHub(question);
    const found = await here(kept, question);
    return found instanceof Response ? found : json(found);
  };

const knownMatch = ofMatch(async ({ match }) => match);

/** A match with the state of its analysis; of one that is worked out here the hub knows nothing. */
const oneMatch: Handler = async (question) => {
  const answer = await knownMatch(question);
  if (!answer.ok) return answer;
  const match = (await answer.clone().json()) as Schema["MatchNow"];
  const state = match.analysis === "possible" ? await analysisStateHere(first(question)) : null;
  const { headers } = answer;
  return state ? new Response(JSON.stringify({ ...match, analysis: state }), { headers }) : answer;
};

/** What can be done with the log of a match: one that is kept here, or one of an unreachable hub that was read before. */
function withLog(here: (log: string, question: Question) => Promise<Response>): Handler {
  const asked = ofMatch((kept, question) => here(textOf(kept), question));
  return async (question) => {
    const again = { ...question, request: question.request.clone() };
    const answer = await asked(question).catch((error: unknown) => {
      if (error instanceof Problem || isAtHome(first(question))) throw error;
      return Response.error();
    });
    if (answer.type !== "error" && !isNoServer(answer)) return answer;
    const log = await fetch(logAddress(first(question)));
    return log.ok ? here(await log.text(), again) : log;
  };
}

const session = withLog(async (log, { query }) => {
  const format = query.get("format") ?? "parlour";
  const text = format === "parlour" ? log : await think<string>({ ask: "write", text: log, format });
  return new Response(text, { headers: { "Content-Type": "application/json" } });
});

const result = ofMatch(async (kept) => {
  const found = resultOf(kept);
  if (!found) throw new Problem("no-result", "nobody has a result of a match that was not finished", 409);
  return found;
});

const keptSolution = ofMatch((kept) => think({ ask: "solve", text: textOf(kept) }));

/** What the solver finds from the start of a match: here, also of a match of the hub whose log can be had, else there. */
const solution: Handler = async (question) => {
  const id = first(question);
  if (isAtHome(id)) return keptSolution(question);
  const again = question.request.clone();
  const log = await fetch(logAddress(id));
  if (!log.ok) return log;
  try {
    return json(await think({ ask: "solve", text: await log.text() }));
  } catch (error) {
    return elseOfDevice(error, fetch(again));
  }
};

const tryFrom = withLog(async (log, question) => {
  const { seq } = await bodyOf<Schema["TryFrom"]>(question);
  const { id: player, name } = me();
  const table = await tryAtTable({ code: newCode(), player, name, text: log, seq });
  return json(table.roomNow(), 201);
});

const steps = ofMatch((kept, { query }) => stepsOf(textOf(kept), query));

const ROUTES: readonly (readonly [string, Handler])[] = [
  ["POST /api/me", async () => json(me())],
  ["GET /api/me/rooms", myRooms],
  ["GET /api/players/*", profile],
  ["GET /api/players/*/matches", history],
  ["POST /api/rooms", openRoom],
  ["POST /api/rooms/*/leave", leave],
  ["POST /api/rooms/*/discard", discard],
  ["POST /api/rooms/*/rematch", rematch],
  ["POST /api/rooms/*/advice", advice],
  ["GET /api/matches/*", oneMatch],
  ["GET /api/matches/*/session", session],
  ["GET /api/matches/*/steps", steps],
  ["GET /api/matches/*/result", result],
  ["POST /api/matches/*/try", tryFrom],
  ["POST /api/matches/*/solution", solution],
  ["POST /api/matches/*/analysis", analyse],
  ["GET /api/matches/*/analysis", analysis],
  ["POST /api/sessions", file],
  ["POST /api/sessions/steps", fileSteps],
  ["POST /api/sessions/analysis", fileAnalysis],
];

const COMPILED = ROUTES.map(([path, handler]) => ({
  path: new RegExp(`^${path.replaceAll("*", "([^/]+)")}$`),
  handler,
}));

/** The answer to a request that is answered here, by the hub, or by both. */
export async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams: query } = new URL(request.url);
  for (const { path, handler } of COMPILED) {
    const found = path.exec(`${request.method} ${pathBelow(pathname)}`);
    if (!found) continue;
    const named = found.slice(1).map(decodeURIComponent);
    try {
      return await handler({ request, named, query });
    } catch (error) {
      if (error instanceof Response) return error;
      if (!(error instanceof Problem)) throw error;
      return problemAnswer(error);
    }
  }
  return fetch(request);
}
