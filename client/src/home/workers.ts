/** The Pythons of this page: one has the tables; others think, so that a table never waits for a search. */
import type { Asked } from "@/api/home";
import { Problem } from "@/api/problem";
import { type Python, startPython, type Told } from "./python";
import { setAble } from "./route";

/** Who thinks at once: a bot need not wait for an analysis. */
const MOST_THINKERS = 2;

let tables: Python | null = null;

/** The Python that has the tables; it is started when it is first asked for, and again if that failed. */
export function tablesPython(): Python {
  if (tables) return tables;
  const started = startPython();
  tables = started;
  started.ready.then(setAble, () => {
    if (tables === started) tables = null;
  });
  return started;
}

interface Thinker {
  python: Python;
  busy: boolean;
}

const thinkers = new Set<Thinker>();
const queue: (() => void)[] = [];

interface Thinking {
  /** Ends it at once, and with it the worker that thinks. */
  signal?: AbortSignal;
  told?: Told;
}

/** The answer to something that takes long. */
export async function think<T>(asked: Asked, { signal, told }: Thinking = {}): Promise<T> {
  while (busy() >= MOST_THINKERS) await new Promise<void>((resolve) => queue.push(resolve));
  if (signal?.aborted) {
    queue.shift()?.();
    throw new Problem("ended", "it was not waited for", 0);
  }
  const thinker = idle() ?? started();
  thinker.busy = true;
  const end = () => {
    thinkers.delete(thinker);
    thinker.python.end();
  };
  signal?.addEventListener("abort", end);
  try {
    return await thinker.python.find<T>(asked, told);
  } finally {
    signal?.removeEventListener("abort", end);
    thinker.busy = false;
    queue.shift()?.();
  }
}

const busy = () => [...thinkers].filter((thinker) => thinker.busy).length;
const idle = () => [...thinkers].find((thinker) => !thinker.busy);

function started(): Thinker {
  const thinker = { python: startPython(), busy: false };
  thinkers.add(thinker);
  thinker.python.ready.catch(() => thinkers.delete(thinker));
  return thinker;
}

/** Start what a game needs before it is asked for. */
export function warmUp(): void {
  tablesPython();
  if (thinkers.size === 0) started();
}
