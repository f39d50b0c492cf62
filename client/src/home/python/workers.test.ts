import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isPythonAvailable, isPythonMissing, setPythonAvailable } from "./availability";
import type { FromPython } from "./python";

/** Every web worker that was started. */
const started: FakeWorker[] = [];

class FakeWorker {
  onmessage: ((event: { data: FromPython }) => void) | null = null;
  onerror = null;
  constructor() {
    started.push(this);
  }
  ended = false;
  postMessage() {}
  terminate() {
    this.ended = true;
  }
  async says(data: FromPython) {
    this.onmessage?.({ data });
    await vi.advanceTimersByTimeAsync(0);
  }
}

const NOT_HERE: FromPython = { ready: false, error: "no such file" };
let pages = 0;
/** A page of its own: whatever other tests have started does not live on it. */
function page() {
  pages += 1;
  return vi.importActual<typeof import("./workers")>(`./workers?page=${pages}`);
}

beforeEach(() => {
  started.length = 0;
  setPythonAvailable(true);
  vi.stubGlobal("Worker", FakeWorker);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("Python that cannot be had is missing on a device, until one starts", async () => {
  const { tablesPython } = await page();
  tablesPython();
  await started[0]?.says(NOT_HERE);
  expect(isPythonMissing()).toBe(true);
  tablesPython();
  await started[1]?.says({ ready: true });
  expect(isPythonAvailable()).toBe(true);
});

test("Python that is slow to start, or is ended, is as available as it was", async () => {
  const { tablesPython } = await page();
  const slow = tablesPython();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([slow.isOver(), isPythonMissing()]).toEqual([true, false]);
  tablesPython().end();
  await vi.advanceTimersByTimeAsync(0);
  expect(isPythonMissing()).toBe(false);
});

test("where a table has its Python it is available, whatever becomes of another that should think, and the other way round", async () => {
  const table = await page();
  table.warmUp();
  await started[0]?.says({ ready: true });
  await started[1]?.says(NOT_HERE);
  expect(isPythonMissing()).toBe(false);
  const thinks = await page();
  thinks.warmUp();
  await started[2]?.says({ ready: true });
  await started[3]?.says({ ready: true });
  thinks.tablesPython().end();
  thinks.tablesPython();
  await started[4]?.says(NOT_HERE);
  expect([started.length, isPythonMissing()]).toEqual([5, false]);
});

describe("the tables' Python", () => {
  const MINUTES_MS = 180_000;

  test("is ended once nobody has needed it for some minutes, and another is started on need", async () => {
    const { tablesPython } = await page();
    const python = tablesPython();
    await started[0]?.says({ ready: true });
    await vi.advanceTimersByTimeAsync(MINUTES_MS - 1);
    expect(python.isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect([python.isOver(), started[0]?.ended, isPythonMissing()]).toEqual([true, true, false]);
    expect(tablesPython().isOver()).toBe(false);
    expect(started).toHaveLength(2);
  });

  test("is needed from a question to its answer, and for as long as anybody says so", async () => {
    const { needTablesPython, tablesPython } = await page();
    const python = tablesPython();
    await vi.advanceTimersByTimeAsync(50_000);
    const asking = python.table({ ask: "enter", code: "home-1" });
    // Its start takes long.
    for (const starting of [0.1, 0.5, 0.85, 0.9]) {
      await started[0]?.says({ starting });
      await vi.advanceTimersByTimeAsync(50_000);
    }
    await started[0]?.says({ id: 1, text: JSON.stringify({ is: "table", frames: [] }) });
    await asking;
    const [one, other] = [needTablesPython(), needTablesPython()];
    one();
    one();
    await vi.advanceTimersByTimeAsync(2 * MINUTES_MS);
    expect(python.isOver()).toBe(false);
    other();
    await vi.advanceTimersByTimeAsync(MINUTES_MS);
    expect(python.isOver()).toBe(true);
  });
});
