/** A hub that compiles its games, once: what is begun meanwhile takes longer than the hub is waited for. */
import { isServerUnreachable, STATUS_MS, serverStatus } from "@/api/reachable";
import { waitedUntil } from "./hubTimeout";

/** Between two looks at whether the hub prepares something, in milliseconds. */
const LOOK_MS = 2000;

type Answer = Promise<Response | null>;
/** What is known of a hub that has not answered. */
type Unanswered = "preparing" | "late";

/**
 * The hub's answer, or null where none came within so many milliseconds, or soon after it was found to be unreachable. While
 * it prepares a game, that is said, and the waiting begins anew.
 */
export function answerInTime(answer: Promise<Response>, ms: number): Answer {
  const note = () =>
    void import("@/home/python/StartingNote").then(({ notePreparing }) => notePreparing(inTime));
  const failed = answer.catch(() => null);
  const inTime = waitedFor(failed, ms, note);
  return inTime;
}

async function waitedFor(answer: Answer, ms: number, note: () => void): Answer {
  const asked = performance.now();
  let until = asked + ms;
  let noted = false;
  // Somebody who waits without end waits for an unreachable hub, too.
  const end = () => (Number.isFinite(ms) ? Math.min(until, waitedUntil(asked)) : until);
  const left = () => Math.max(0, Math.ceil(end() - performance.now()));
  for (;;) {
    let first = await Promise.race([answer, late(Math.min(LOOK_MS, left()))]);
    if (first === "late") first = await Promise.race([answer, look(left())]);
    if (first === "preparing") {
      until = performance.now() + ms;
      if (!noted) note();
      noted = true;
    } else if (first !== "late") return first;
    else if (left() === 0) return null;
  }
}

const late = (ms: number): Promise<Unanswered> =>
  new Promise((resolve) => setTimeout(() => resolve("late"), ms));

/** Whether it prepares something, as far as it says so in the time that is left; one that is unreachable is not asked. */
async function look(left: number): Promise<Unanswered> {
  if (left === 0 || isServerUnreachable()) return "late";
  return (await serverStatus(Math.min(STATUS_MS, left))) === "preparing" ? "preparing" : "late";
}
