/** Python in a web worker of its own: asked in the order of the questions, ended at once. */
import type { Answer, Asked, TableNow } from "@/api/home";
import { Problem } from "@/api/problem";

export interface ToPython {
  /** A number that comes back with the answer. */
  asked: number;
  text: string;
}

export type FromPython =
  /** How far it has come while it starts, from 0 to 1. */
  | { starting: number }
  | { ready: true }
  /** It could not be had, or it has died. */
  | { ready: false; error: string }
  | { asked: number; text: string }
  | { asked: number; part: number }
  /** A fault of the program. */
  | { asked: number; error: string };

/** Is told how far something has come that takes long, from 0 to 1. */
export type Told = (part: number) => void;

export interface Python {
  /** Resolves once it answers questions; rejects with a Problem where it cannot be had. */
  ready: Promise<void>;
  /** Hears how far it has come while it starts: now, and with each stage. What it answers stops that. */
  starting(told: Told): () => void;
  /** What is asked about an open table. */
  table(asked: Asked): Promise<TableNow>;
  /** Whatever else is asked. */
  find<T>(asked: Asked, told?: Told): Promise<T>;
  /** Whether it answers nothing more: it was ended, it died, or it could not be had. */
  isOver(): boolean;
  /** Whatever was asked and is not answered is rejected. */
  end(): void;
}

interface Waiting {
  resolve(text: string): void;
  reject(error: Problem): void;
  told: Told | undefined;
}

/** What the page needs of a web worker. */
type Beside = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

const beside = (): Beside => new Worker(new URL("./python.worker.ts", import.meta.url), { type: "module" });

/** `begin` starts the worker; it is another one in tests. */
export function startPython(begin: () => Beside = beside): Python {
  const worker = begin();
  const waiting = new Map<number, Waiting>();
  let count = 0;
  let over: Problem | null = null;
  let begun = false;
  let started = 0;
  const hearing = new Set<Told>();
  let settle: { resolve(): void; reject(error: Problem): void };
  const ready = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Whoever asks is told, too.
  ready.catch(() => {});

  const fail = (problem: Problem) => {
    over ??= problem;
    worker.terminate();
    settle.reject(over);
    for (const { reject } of waiting.values()) reject(over);
    waiting.clear();
  };
  const died = (error: string) => fail(new Problem(begun ? "python-fault" : "no-python", error, 503));
  worker.onerror = (event) => died(event.message ?? "it could not be started");
  worker.onmessage = ({ data }: MessageEvent<FromPython>) => {
    if ("starting" in data) {
      started = data.starting;
      for (const told of hearing) told(started);
      return;
    }
    if ("ready" in data) {
      begun ||= data.ready;
      if (data.ready) settle.resolve();
      else died(data.error);
      return;
    }
    const asker = waiting.get(data.asked);
    if ("part" in data) {
      asker?.told?.(data.part);
      return;
    }
    waiting.delete(data.asked);
    if ("text" in data) asker?.resolve(data.text);
    else asker?.reject(new Problem("python-fault", data.error, 500));
  };

  const answer = (asked: Asked, told?: Told) =>
    new Promise<string>((resolve, reject) => {
      if (over) {
        reject(over);
        return;
      }
      count += 1;
      waiting.set(count, { resolve, reject, told });
      worker.postMessage({ asked: count, text: JSON.stringify(asked) } satisfies ToPython);
    });
  return {
    ready,
    starting(told) {
      hearing.add(told);
      told(started);
      return () => hearing.delete(told);
    },
    table: async (asked) => answered(await answer(asked), "table"),
    find: async <T>(asked: Asked, told?: Told) => answered(await answer(asked, told), "found").value as T,
    isOver: () => over !== null,
    end: () => fail(new Problem("ended", "it was not waited for", 503)),
  };
}

function answered<Is extends Answer["is"]>(text: string, is: Is): Extract<Answer, { is: Is }> {
  const answer = JSON.parse(text) as Answer;
  if (answer.is === "failed")
    throw new Problem(answer.code, answer.detail, answer.code === "malformed" ? 400 : 409);
  if (answer.is !== is) throw new Problem("python-fault", `${answer.is} is no answer to that`, 500);
  return answer as Extract<Answer, { is: Is }>;
}
