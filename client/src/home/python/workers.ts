/** The Pythons of this page: one has the tables; others think, so that a table never waits for a search. */
import type { WorkerRequest } from "@/api/home";
import { Problem } from "@/api/problem";
import { setAble } from "./able";
import { type OnProgress, type Python, startPython } from "./python";

/** Who thinks at once: a bot need not wait for an analysis (there is one at a time, analyses.ts). */
const MOST_THINKERS = 2;

let tables: Python | null = null;

/** The Python that has the tables; it is started when it is first asked for, and another one once it is over. */
export function tablesPython(): Python {
  if (!tables || tables.isOver()) tables = begun();
  return tables;
}

/** Whether it can be had here shows when it starts. */
function begun(): Python {
  const python = startPython();
  python.ready.then(
    () => setAble(true),
    (error: Problem) => error.code !== "ended" && setAble(false),
  );
  return python;
}

/** So long one piece of work may take, in milliseconds: a file that somebody dropped may keep a thinker for ever. */
const LIMIT_MS = 120_000;
const ANALYSIS_LIMIT_MS = 20 * 60_000;
/** A thinker that nobody needed for so long is let go: it takes memory. */
const IDLE_MS = 180_000;

interface Thinker {
  python: Python;
  busy: boolean;
  idle?: ReturnType<typeof setTimeout>;
}

let thinkers: Thinker[] = [];
const queue: (() => void)[] = [];

interface Thinking {
  /** Ends it at once, and with it the worker that thinks. */
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** The answer to something that takes long. */
export async function think<T>(request: WorkerRequest, { signal, onProgress }: Thinking = {}): Promise<T> {
  while (busy() >= MOST_THINKERS) await new Promise<void>((resolve) => queue.push(resolve));
  if (signal?.aborted) {
    queue.shift()?.();
    throw new Problem("ended", "it was not waited for", 503);
  }
  const thinker = idle() ?? started();
  thinker.busy = true;
  clearTimeout(thinker.idle);
  const end = () => thinker.python.end();
  signal?.addEventListener("abort", end);
  const limit = setTimeout(end, request.ask === "analyse" ? ANALYSIS_LIMIT_MS : LIMIT_MS);
  try {
    return await thinker.python.find<T>(request, onProgress);
  } finally {
    signal?.removeEventListener("abort", end);
    clearTimeout(limit);
    thinker.busy = false;
    letGoLater(thinker);
    queue.shift()?.();
  }
}

const alive = () => thinkers.filter(({ python }) => !python.isOver());
const busy = () => alive().filter((thinker) => thinker.busy).length;
const idle = () => alive().find((thinker) => !thinker.busy);

function started(): Thinker {
  const thinker = { python: begun(), busy: false };
  thinkers = [...alive(), thinker];
  letGoLater(thinker);
  return thinker;
}

function letGoLater(thinker: Thinker): void {
  thinker.idle = setTimeout(() => thinker.python.end(), IDLE_MS);
}

/** Start what a game needs before it is asked for; the thinker second, for each takes all that a small device has. */
export function warmUp(): void {
  const think = () => {
    if (alive().length === 0) started();
  };
  tablesPython().ready.then(think, () => {});
}
