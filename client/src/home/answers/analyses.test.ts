import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as kept from "@/home/kept/kept";
import type { think } from "@/home/python/workers";

interface Thought {
  text: string;
  resolve(report: unknown): void;
  reject(error: unknown): void;
  onProgress(part: number): void;
}

let thinking: Thought[];
const reports = new Map<string, unknown>();
const ask = ((request: { text: string }, { signal, onProgress }: Parameters<typeof think>[1] = {}) =>
  new Promise((resolve, reject) => {
    const tell = onProgress ?? (() => {});
    thinking.push({ text: request.text, resolve, reject, onProgress: tell });
    signal?.addEventListener("abort", () => reject(new Error("ended")));
  })) as typeof think;

let pages = 0;
/** A page of its own, as after a reload. */
function page() {
  pages += 1;
  return vi.importActual<typeof import("./analyses")>(`./analyses?page=${pages}`);
}

beforeEach(() => {
  thinking = [];
  reports.clear();
  sessionStorage.clear();
  vi.useFakeTimers();
  vi.spyOn(kept, "reportKept").mockImplementation(async (id) => reports.get(id));
  vi.spyOn(kept, "keepReport").mockImplementation(async (id, report) => void reports.set(id, report));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("analyses are worked out one after another, also after one that failed; those that wait say so", async () => {
  const { analysisHere, beginHere } = await page();
  for (const key of ["one", "two", "three"]) await beginHere(key, key, ask);
  await passed(0);
  expect(thinking.map(({ text }) => text)).toEqual(["one"]);
  expect([(await analysisHere("one"))?.queued, (await analysisHere("two"))?.queued]).toEqual([false, true]);
  thinking[0]?.reject(new Error("out of memory"));
  await passed(0);
  thinking[1]?.resolve({ moves: [] });
  await passed(0);
  expect(thinking.map(({ text }) => text)).toEqual(["one", "two", "three"]);
  expect((await analysisHere("two"))?.state).toBe("ready");
  await expect(analysisHere("one")).rejects.toThrow("out of memory");
});

describe("an analysis that nobody asks after", () => {
  test("is ended, so that it holds no other one back; whoever asks after it begins it again", async () => {
    const { analysisHere, beginHere, isBegun } = await page();
    await beginHere("left", "left", ask);
    await beginHere("awaited", "awaited", ask);
    for (let second = 0; second < 20; second += 1) {
      await passed(1000);
      await analysisHere("awaited");
    }
    expect(thinking.map(({ text }) => text)).toEqual(["left", "awaited"]);
    expect((await analysisHere("awaited"))?.queued).toBe(false);
    expect([await analysisHere("left"), isBegun("left")]).toEqual([null, true]);
  });

  test("goes on while its page is in the background, where it asks less often", async () => {
    const { analysisHere, beginHere } = await page();
    await beginHere("one", "", ask);
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    await passed(60_000);
    hidden.mockReturnValue(false);
    expect((await analysisHere("one"))?.state).toBe("working");
  });
});

test("an analysis is ended only when its page has been back for long enough to ask after it", async () => {
  const { analysisHere, beginHere } = await page();
  await beginHere("one", "", ask);
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await passed(19_000);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event("visibilitychange"));
  await passed(9000);
  expect((await analysisHere("one"))?.state).toBe("working");
  await passed(15_000);
  expect(await analysisHere("one")).toBeNull();
});

test("that one has failed is said until it is begun anew, and a page that only looks takes that from nobody", async () => {
  const { analysisHere, analysisStateHere, beginHere } = await page();
  await beginHere("one", "", ask);
  await passed(0);
  thinking[0]?.reject(new Error("out of memory"));
  await passed(0);
  expect(await analysisStateHere("one")).toBeNull();
  for (const _again of [1, 2]) await expect(analysisHere("one")).rejects.toThrow("out of memory");
  expect((await beginHere("one", "", ask)).state).toBe("working");
});

test("a report is read from where it is kept, and held in memory only where nothing is kept", async () => {
  const { analysisHere, beginHere } = await page();
  await beginHere("one", "", ask);
  await passed(0);
  thinking[0]?.resolve({ moves: [1] });
  await passed(0);
  reports.set("one", { moves: [2] });
  expect((await analysisHere("one"))?.report).toEqual({ moves: [2] });

  vi.mocked(kept.keepReport).mockRejectedValue(new Error("full"));
  await beginHere("two", "", ask);
  await passed(0);
  thinking[1]?.resolve({ moves: [3] });
  await passed(0);
  expect((await analysisHere("two"))?.report).toEqual({ moves: [3] });
});

test("one that a reload has ended is still begun, until it comes to an end", async () => {
  const before = await page();
  await before.beginHere("one", "", ask);
  const after = await page();
  expect([after.isBegun("one"), await after.analysisStateHere("one")]).toEqual([true, "working"]);
  expect(await after.analysisHere("one")).toBeNull();
  await after.beginHere("one", "", ask);
  await passed(0);
  thinking.at(-1)?.resolve({ moves: [] });
  await passed(0);
  expect([after.isBegun("one"), await after.analysisStateHere("one")]).toEqual([false, "ready"]);
});
