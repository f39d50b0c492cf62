/** Python in a web worker of its own: asked in the order of the questions, ended at once. */
import type { TableNow, WorkerRequest, WorkerResponse } from "@/api/home";
import { Problem } from "@/api/problem";
import { canRunPython } from "@/offline/webAssembly";
import { answerTimeout, NO_ANSWER_MS, timeout } from "./timeout";

export interface ToPython {
  /** A number that comes back with the answer. */
  id: number;
  text: string;
}

export type FromPython =
  /** The name of a lock that it holds for as long as it lives. */
  | { lives: string }
  /** How far it has come while it starts, from 0 to 1. */
  | { starting: number }
  | { ready: true }
  /** It could not be had, or it has died. */
  | { ready: false; error: string }
  | { id: number; text: string }
  | { id: number; part: number }
  /** A fault of the program. */
  | { id: number; error: string };

/** Is told how far something has come that takes long, from 0 to 1. */
export type OnProgress = (part: number) => void;

export interface Python {
  /** Resolves once it answers questions; rejects with a Problem where it cannot be had. */
  ready: Promise<void>;
  /** Hears how far it has come while it starts: now, and with each stage. What it answers stops that. */
  starting(onProgress: OnProgress): () => void;
  /** What is asked about an open table. */
  table(request: WorkerRequest): Promise<TableNow>;
  /** Whatever else is asked. */
  find<T>(request: WorkerRequest, onProgress?: OnProgress): Promise<T>;
  /** Whether it answers nothing more: it was ended, it died, or it could not be had. */
  isOver(): boolean;
  /** Whatever was asked and is not answered is rejected. */
  end(): void;
}

interface Asker {
  resolve(text: string): void;
  reject(error: Problem): void;
  onProgress: OnProgress | undefined;
}

/** What the page needs of a web worker. */
type Beside = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

const beside = (): Beside => new Worker(new URL("./python.worker.ts", import.meta.url), { type: "module" });

/** `begin` starts the worker; it is another one in tests. */
export function startPython(begin: () => Beside = beside): Python {
  const worker = begin();
  const askers = new Map<number, Asker>();
  let count = 0;
  let over: Problem | null = null;
  let begun = false;
  let started = 0;
  const hearing = new Set<OnProgress>();
  let settle: { resolve(): void; reject(error: Problem): void };
  const ready = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Whoever asks is told, too.
  ready.catch(() => {});

  const ended = new AbortController();
  const fail = (problem: Problem) => {
    over ??= problem;
    ended.abort();
    worker.terminate();
    start.stop();
    settle.reject(over);
    for (const { reject } of askers.values()) reject(over);
    askers.clear();
  };
  const giveUp = () => fail(new Problem("python-fault", "it does not answer", 503));
  const start = timeout(NO_ANSWER_MS, giveUp);
  if (!canRunPython()) fail(new Problem("no-webassembly", "this browser lacks a part of WebAssembly", 503));
  const died = (error: string) => fail(new Problem(begun ? "python-fault" : "no-python", error, 503));
  worker.onerror = (event) => died(event.message ?? "it could not be started");
  /** A worker that a browser ends says nothing, and raises no event: its lock is free then. */
  const watch = (lock: string) =>
    navigator.locks
      .request(lock, { signal: ended.signal }, () => died("it ended without a word"))
      .catch(() => {});
  worker.onmessage = ({ data }: MessageEvent<FromPython>) => {
    if ("lives" in data) {
      void watch(data.lives);
      return;
    }
    if ("starting" in data) {
      started = data.starting;
      start.again();
      for (const onProgress of hearing) onProgress(started);
      return;
    }
    start.stop();
    if ("ready" in data) {
      begun ||= data.ready;
      if (data.ready) settle.resolve();
      else died(data.error);
      return;
    }
    const asker = askers.get(data.id);
    if ("part" in data) {
      asker?.onProgress?.(data.part);
      return;
    }
    askers.delete(data.id);
    if ("text" in data) asker?.resolve(data.text);
    else asker?.reject(new Problem("python-fault", data.error, 500));
  };

  const answer = (request: WorkerRequest, onProgress?: OnProgress) =>
    new Promise<string>((resolve, reject) => {
      if (over) {
        reject(over);
        return;
      }
      count += 1;
      askers.set(count, { resolve, reject, onProgress });
      worker.postMessage({ id: count, text: JSON.stringify(request) } satisfies ToPython);
    });
  const python: Python = {
    ready,
    starting(onProgress) {
      hearing.add(onProgress);
      onProgress(started);
      return () => hearing.delete(onProgress);
    },
    table: async (request) => {
      const answerLimit = answerTimeout(python, NO_ANSWER_MS, giveUp);
      return answered(await answer(request).finally(answerLimit.stop), "table");
    },
    find: async <T>(request: WorkerRequest, onProgress?: OnProgress) =>
      answered(await answer(request, onProgress), "found").value as T,
    isOver: () => over !== null,
    end: () => fail(new Problem("ended", "it was not waited for", 503)),
  };
  return python;
}

function answered<Is extends WorkerResponse["is"]>(
  text: string,
  is: Is,
): Extract<WorkerResponse, { is: Is }> {
  const answer = JSON.parse(text) as WorkerResponse;
  if (answer.is === "failed")
    throw new Problem(answer.code, answer.detail, answer.code === "malformed" ? 400 : 409);
  if (answer.is !== is) throw new Problem("python-fault", `${answer.is} is no answer to that`, 500);
  return answer as Extract<WorkerResponse, { is: Is }>;
}
