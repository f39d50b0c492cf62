/** Python for tests of tables: web workers that answer what a test tells them. */
import { vi } from "vitest";
import type { TableNow } from "@/api/home";
import { room, view } from "@/connection/testing";
import type { FromPython, ToPython } from "@/home/python/python";

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

/** A class in place of Worker, and every worker that was started of it: the first has the tables. */
export function fakeWorkers() {
  const workers: Workers = [];
  class Started extends FakeWorker {
    constructor() {
      super();
      workers.push(this);
    }
  }
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
