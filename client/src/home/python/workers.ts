/** The Pythons of this page: one has the tables; others think, so that a table never waits for a search. */
import type { WorkerRequest } from "@/api/home";
import { Problem } from "@/api/problem";
import { setPythonAvailable } from "./availability";
import { type OnProgress, type Python, startPython } from "./python";
import { answerTimeout, NO_ANSWER_MS, timeout } from "./timeout";

/** Who thinks at once: a bot need not wait for an analysis (there is one at a time, analyses.ts). */
const MOST_THINKERS = 2;

/** A Python that nobody needed for so long is ended, in milliseconds: it takes memory. The next who needs one starts another. */
const IDLE_MS = 180_000;

let tables: Python | null = null;
/** How many need the tables' Python: each question to it, and each table at which somebody is. */
let needed = 0;
let idleTables: ReturnType<typeof setTimeout> | undefined;

/** The Python that has the tables; it is started when it is first asked for, and another one once it is over. */
export function tablesPython(): Python {
  if (!tables || tables.isOver()) tables = untilIdle(begun());
  return tables;
}

/** Python as tables ask it; it is ended once nobody needs it for long. */
function untilIdle(python: Python): Python {
  endIdleTablesLater();
  const table: Python["table"] = async (request) => {
    const release = needTablesPython();
    return python.table(request).finally(release);
  };
  return { ...python, table };
}

/** The tables' Python is needed, until what this answers is called. */
export function needTablesPython(): () => void {
  needed += 1;
  clearTimeout(idleTables);
  let released = false;
  return () => {
    if (released) return;
    released = true;
    needed -= 1;
    endIdleTablesLater();
  };
}

function endIdleTablesLater(): void {
  clearTimeout(idleTables);
  if (needed === 0) idleTables = setTimeout(() => tables?.end(), IDLE_MS);
}

/** Problems that say that there is no Python here; one that is slow to start, or was ended, says nothing of the next. */
const MISSING_CODES: readonly string[] = ["no-python", "no-webassembly"];

/** Whether it can be had here shows when it starts, and as long as another lives. */
function begun(): Python {
  const python = startPython();
  python.ready.then(
    () => setPythonAvailable(true),
    (error: Problem) => MISSING_CODES.includes(error.code) && !anyAlive() && setPythonAvailable(false),
  );
  return python;
}

const anyAlive = (): boolean => alive().length > 0 || tables?.isOver() === false;

/** So long a thinker may say nothing, in milliseconds; an analysis says after each move how far it is. */
const NO_ANSWER_THINKER_MS = 120_000;
/** What takes a moment: whoever waits for it had better ask the hub. */
const SOON: readonly WorkerRequest["ask"][] = ["describe", "steps", "write"];
/** So long one piece of work may take: a file that somebody dropped may keep a thinker for ever. */
const LIMIT_MS = 20 * 60_000;

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
  try {
    return await answerOf<T>(thinker.python, request, onProgress);
  } finally {
    signal?.removeEventListener("abort", end);
    thinker.busy = false;
    endIdleLater(thinker);
    queue.shift()?.();
  }
}

/** What Python answers; one that says nothing for too long, or comes to no end, is ended. */
async function answerOf<T>(python: Python, request: WorkerRequest, onProgress?: OnProgress): Promise<T> {
  let late = false;
  const end = () => {
    late = true;
    python.end();
  };
  const answerLimit = answerTimeout(
    python,
    SOON.includes(request.ask) ? NO_ANSWER_MS : NO_ANSWER_THINKER_MS,
    end,
  );
  const limit = timeout(LIMIT_MS, end);
  try {
    return await python.find<T>(request, (part) => {
      answerLimit.again();
      onProgress?.(part);
    });
  } catch (error) {
    throw late ? new Problem("took-too-long", "this takes too long on this device", 503) : error;
  } finally {
    answerLimit.stop();
    limit.stop();
  }
}

const alive = () => thinkers.filter(({ python }) => !python.isOver());
const busy = () => alive().filter((thinker) => thinker.busy).length;
const idle = () => alive().find((thinker) => !thinker.busy);

function started(): Thinker {
  const thinker = { python: begun(), busy: false };
  thinkers = [...alive(), thinker];
  endIdleLater(thinker);
  return thinker;
}

function endIdleLater(thinker: Thinker): void {
  thinker.idle = setTimeout(() => thinker.python.end(), IDLE_MS);
}

/** Start what a game needs before it is asked for; the thinker second, for each takes all that a small device has. */
export function warmUp(): void {
  const think = () => {
    if (alive().length === 0) started();
  };
  tablesPython().ready.then(think, () => {});
}
