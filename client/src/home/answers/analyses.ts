/**
 * Analyses that are worked out here: one after another, for as long as somebody asks after them, and kept when they are
 * done. One that was left, or that a reload has ended, begins again when it is asked after.
 */
import type { Schema } from "@/api/client";
import { setAnythingKept } from "@/api/ids";
import { keyOf } from "@/base";
import { keepReport, reportKept } from "@/home/kept/kept";
import { type Timeout, timeout } from "@/home/python/timeout";
import { think } from "@/home/python/workers";

type AnalysisNow = Schema["AnalysisNow"];

/** So long nobody may ask after one before it is ended, in milliseconds; a page that waits asks more than once a second. */
const UNASKED_MS = 10_000;

interface Job {
  /** Whether another one is worked out first. */
  queued: boolean;
  done: number;
  /** Where this browser does not keep it. */
  report: unknown;
  error: unknown;
  unasked: Timeout;
}

const jobs = new Map<string, Job>();
/** One after another: bots think meanwhile. */
let last: Promise<unknown> = Promise.resolve();

/** How far the analysis with this key is; null where none goes on here. One that has failed throws until it is begun anew. */
export async function analysisHere(key: string): Promise<AnalysisNow | null> {
  const job = jobs.get(key);
  if (job?.error !== undefined) throw job.error;
  job?.unasked.again();
  const report = job?.report ?? (await reportKept(key));
  if (report !== undefined) return { state: "ready", done: 1, report, computed: "browser", queued: false };
  return job ? working(job) : null;
}

const working = ({ done, queued }: Job): AnalysisNow => ({
  ...{ state: "working", done, report: null, computed: "browser", queued },
});

/** What a page says of an analysis before it asks after it; null where nobody has begun one here, or it has failed. */
export async function analysisStateHere(key: string): Promise<AnalysisNow["state"] | null> {
  const job = jobs.get(key);
  if (job?.error !== undefined) return null;
  if (job?.report !== undefined || (await reportKept(key)) !== undefined) return "ready";
  return job || isBegun(key) ? "working" : null;
}

/** Begins one unless it goes on or is there; one that has failed begins anew. `ask` is another one in tests. */
export async function beginHere(key: string, text: string, ask = think): Promise<AnalysisNow> {
  forgetFailure(key);
  const known = await analysisHere(key);
  if (known) return known;
  // Somebody else may have begun it meanwhile.
  const running = jobs.get(key);
  if (running) return working(running);
  const ending = new AbortController();
  const abandon = () => {
    jobs.delete(key);
    ending.abort();
  };
  const job: Job = {
    queued: true,
    done: 0,
    report: undefined,
    error: undefined,
    unasked: whileOnShow(abandon),
  };
  jobs.set(key, job);
  setBegun(key, true);
  // From now on this browser is asked about matches of the hub, too.
  setAnythingKept();
  void worked(key, job, text, ending.signal, ask);
  return working(job);
}

async function worked(
  key: string,
  job: Job,
  text: string,
  signal: AbortSignal,
  ask: typeof think,
): Promise<void> {
  const onProgress = (part: number) => {
    job.done = part;
  };
  const turn = last.then(() => {
    signal.throwIfAborted();
    job.queued = false;
    return ask({ ask: "analyse", text }, { signal, onProgress });
  });
  last = turn.catch(() => {});
  try {
    job.report = await turn;
    await keepReport(key, job.report).then(
      () => jobs.delete(key),
      () => {},
    );
  } catch (error) {
    // What was left is not there any more: who asks after it begins it again.
    if (signal.aborted) return;
    job.error = error ?? new Error("it failed");
  } finally {
    job.unasked.stop();
  }
  setBegun(key, false);
}

/** Lets one that has failed be begun anew. */
export function forgetFailure(key: string): void {
  if (jobs.get(key)?.error !== undefined) jobs.delete(key);
}

/** Calls once nobody has asked for too long; a page in the background asks less often, and is waited for until it is back and could ask. */
function whileOnShow(call: () => void): Timeout {
  let current = timeout(UNASKED_MS, over);
  const anew = () => {
    current.stop();
    current = timeout(UNASKED_MS, over);
  };
  const stop = () => {
    current.stop();
    document.removeEventListener("visibilitychange", anew);
  };
  function over() {
    if (document.hidden) return anew();
    stop();
    call();
  }
  document.addEventListener("visibilitychange", anew);
  return { again: () => current.again(), stop };
}

const BEGUN = keyOf("analyses");

/** Whether an analysis was begun in this window and has not come to an end, also before a reload. */
export const isBegun = (key: string): boolean => begun().includes(key);

function begun(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(BEGUN) ?? "[]") as string[];
  } catch {
    return [];
  }
}

function setBegun(key: string, now: boolean): void {
  const others = begun().filter((other) => other !== key);
  try {
    sessionStorage.setItem(BEGUN, JSON.stringify(now ? [...others, key] : others));
  } catch {
    // Without it a reload offers the analysis again.
  }
}
