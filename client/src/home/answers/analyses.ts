/** Analyses that are worked out here: begun once, told how far they are, kept when they are done. */
import type { Schema } from "@/api/client";
import { keepReport, reportKept } from "@/home/kept/kept";
import { think } from "@/home/python/workers";

type AnalysisNow = Schema["AnalysisNow"];

interface Job {
  done: number;
  report: unknown;
  error: unknown;
}

const jobs = new Map<string, Job>();
/** One after another: bots think meanwhile. */
let last: Promise<unknown> = Promise.resolve();

/** How far the analysis with this key is; null where nobody has asked for it here. An analysis that failed throws once. */
export async function analysisHere(key: string): Promise<AnalysisNow | null> {
  const job = jobs.get(key);
  if (job?.error !== undefined) {
    jobs.delete(key);
    throw job.error;
  }
  const report = job?.report ?? (await reportKept(key));
  if (report !== undefined) return { state: "ready", done: 1, report, computed: "browser" };
  return job ? { state: "working", done: job.done, report: null, computed: "browser" } : null;
}

/** Begin it unless it was begun; `ask` is another one in tests. */
export async function beginHere(key: string, text: string, ask = think): Promise<AnalysisNow> {
  const known = await analysisHere(key);
  if (known) return known;
  const job: Job = { done: 0, report: undefined, error: undefined };
  jobs.set(key, job);
  const onProgress = (part: number) => {
    job.done = part;
  };
  const report = last.then(() => ask({ ask: "analyse", text }, { onProgress }));
  last = report.catch(() => {});
  report.then(
    async (report) => {
      job.report = report;
      await keepReport(key, report).catch(() => {});
    },
    (error: unknown) => {
      job.error = error ?? new Error("it failed");
    },
  );
  return { state: "working", done: 0, report: null, computed: "browser" };
}
