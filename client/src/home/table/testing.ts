/** For tests of tables: web workers that answer what a test tells them, and the locks of a browser. */
import { afterAll, beforeAll, vi } from "vitest";
import type { TableNow } from "@/api/home";
import { room, view } from "@/connection/testing";
import type { FromPython, ToPython } from "@/home/python/python";
import { tablesPython } from "@/home/python/workers";
import { closeTablesOf } from "./tables";

class FakeWorker {
  onmessage: ((event: { data: FromPython }) => void) | null = null;
  onerror = null;
  ended = false;
  asked: { id: number; ask: string; kept?: unknown }[] = [];
  postMessage({ id, text }: ToPython) {
    this.asked.push({ ...JSON.parse(text), id });
  }
  terminate() {
    this.ended = true;
  }
  /** Answer the oldest question. */
  async answers(answer: object) {
    const asked = this.asked.shift();
    if (!asked) throw new Error("nothing was asked");
    this.onmessage?.({ data: { id: asked.id, text: JSON.stringify(answer) } });
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
  }
}

export type Workers = FakeWorker[];

/**
 * A class in place of Worker, and every worker that was started of it: the first has the tables. Files share their modules:
 * none finds a table or a Python of another.
 */
export function fakeWorkers() {
  const workers: Workers = [];
  class Started extends FakeWorker {
    constructor() {
      super();
      workers.push(this);
    }
  }
  const endTables = async () => {
    vi.stubGlobal("Worker", Started);
    await closeTablesOf(room().host);
    tablesPython().end();
    vi.unstubAllGlobals();
    workers.length = 0;
  };
  beforeAll(endTables);
  afterAll(endTables);
  return { FakeWorker: Started, workers };
}

/** What Python answers of a table. */
export const now = (more: Partial<TableNow> = {}): TableNow => ({
  is: "table",
  frames: [room({ code: "home-1" }), view()],
  due_ms: null,
  turn: null,
  kept: null,
  closed: false,
  over: null,
  ...more,
});

/** The locks of a browser: a request waits for the holder, steals the lock, or gives up when its signal aborts. */
export class FakeLocks {
  held = new Map<string, { over: Promise<void>; fail: (stolen: Error) => void }>();
  async request(name: string, { steal, signal }: LockOptions, work: () => Promise<void>): Promise<void> {
    if (steal) {
      this.held.get(name)?.fail(new DOMException("stolen", "AbortError"));
      this.held.delete(name);
    }
    const aborted = new Promise<never>((_, fail) =>
      signal?.addEventListener("abort", () => fail(signal.reason as Error)),
    );
    aborted.catch(() => {});
    for (let holder = this.held.get(name); holder; holder = this.held.get(name))
      await Promise.race([holder.over, aborted]);
    await new Promise<void>((done, fail) => {
      const over = work().then(() => {
        if (this.held.get(name) === holding) this.held.delete(name);
        done();
      });
      const holding = { over, fail };
      this.held.set(name, holding);
    });
  }
}
