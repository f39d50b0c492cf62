/** Matches that were played at home go to the hub as soon as it answers: one after another, each until it is answered. */
import i18next from "i18next";
import { http, queryClient } from "@/api/client";
import { changedByResults, myRoomsQuery } from "@/api/queries";
import { notify } from "@/ui/notices";
import { onceReachable } from "@/ui/reachable";
import {
  forgetTakenHome,
  type HandedIn,
  type KeptSession,
  markSession,
  onKept,
  roomsTakenHome,
  sessionsOf,
} from "./kept";

/** Of all pages of this browser one hands in at a time. */
const LOCK = "parlour.handing-in";
/** When to try again where the hub does not say it: twice as late each time, up to the most. */
const LATER_S = 60;
const MOST_LATER_S = 3600;
/** What the hub will say of this match at any time. */
const FINAL: readonly number[] = [400, 409, 413, 422];
/** What it says of a room that is no more. */
const GONE: readonly number[] = [404, 410];
/** What it says of this match, and not of others: not before something else was played. */
const NOT_THIS = 403;

/** The hub cannot take it now. */
interface Later {
  state: "later";
  /** Whether others can be handed in. */
  others: boolean;
  /** When to come back, if the hub said so. */
  seconds: number | null;
}

const NOT_NOW: Later = { state: "later", others: false, seconds: null };

/** Hand in one match; what became of it. */
export async function handIn({ seats, session, chosen }: Pick<KeptSession, "seats" | "session" | "chosen">) {
  const text = JSON.stringify({ seats, session, chosen });
  const sent = { body: text as never, bodySerializer: () => text };
  const answer = await http.POST("/api/me/matches", sent).catch(() => null);
  if (answer?.data) {
    const { match, not_counted: notCounted } = answer.data;
    return { state: "taken", match, notCounted } satisfies HandedIn;
  }
  if (!FINAL.includes(answer?.response.status ?? 0)) return laterThan(answer?.response);
  const { code = "unknown", detail = "" } = (answer?.error ?? {}) as { code?: string; detail?: string };
  return { state: "refused", code, detail } satisfies HandedIn;
}

async function waiting(player: string): Promise<KeptSession[]> {
  const kept = await sessionsOf(player);
  return kept
    .filter(({ handedIn }) => handedIn.state === "waiting")
    .sort((one, other) => one.ended - other.ended);
}

/** When to ask again after an answer, or after none. */
function laterThan(answer: Response | undefined): Later {
  const seconds = Number(answer?.headers.get("Retry-After")) || null;
  return { state: "later", others: answer?.status === NOT_THIS, seconds };
}

/** Leave the rooms at the hub whose matches go on here: what becomes of a match is handed in from here. */
async function leaveTakenHome(): Promise<Later | null> {
  for (const { hub } of await roomsTakenHome()) {
    const params = { path: { code: hub } };
    const answer = await http.POST("/api/rooms/{code}/leave", { params }).catch(() => null);
    const status = answer?.response.status ?? 0;
    if (!answer?.response.ok && !GONE.includes(status)) return laterThan(answer?.response);
    await forgetTakenHome(hub);
    await queryClient.invalidateQueries(myRoomsQuery);
  }
  return null;
}

/** Hand in what a player has played here, the oldest first; what is to be tried again, if anything is. */
async function handInAll(player: string): Promise<Later | null> {
  const became = { taken: 0, refused: 0 };
  let later = await leaveTakenHome();
  if (later) return later;
  for (const kept of await waiting(player)) {
    const found = await handIn(kept);
    if (found.state !== "later") {
      await markSession(kept.id, found);
      became[found.state] += 1;
      continue;
    }
    later = found;
    if (!found.others) break;
  }
  await tell(became);
  return later;
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
export function keepHandingIn(player: string): () => void {
  let stopped = false;
  let busy = false;
  let laterS = LATER_S;
  let stopWaiting = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async () => {
    busy = true;
    const later = await inTurn(() => handInAll(player)).catch(() => NOT_NOW);
    busy = false;
    if (stopped) return;
    if (!later) {
      laterS = LATER_S;
      return look();
    }
    timer = setTimeout(() => void look(), 1000 * (later.seconds ?? laterS));
    laterS = Math.min(2 * laterS, MOST_LATER_S);
  };
  const look = async () => {
    // A browser that lets nothing be read has nothing to hand in.
    const found = await Promise.all([waiting(player), roomsTakenHome()]).catch(() => []);
    if (busy || stopped || found.flat().length === 0) return;
    clearTimeout(timer);
    stopWaiting();
    stopWaiting = onceReachable(() => void run());
  };
  const stopListening = onKept(() => void look());
  void look();
  return () => {
    stopped = true;
    stopListening();
    stopWaiting();
    clearTimeout(timer);
  };
}
