import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PYTHON_FILES } from "@/home/python/files";
import { dropPython, isPythonKept, isPythonWanted, keepPython, keptQuery } from "./keptPython";
import { holdPlayingLock } from "./playingLock";
import { FakeCaches, FakeSharedLocks } from "./testing";

const HUB = `${location.origin}/`;
const FILES = ["python/1/a.zip", "python/1/b.zip"].map((path) => ({ path, bytes: 3, transferred: 2 }));
const GAMES = [{ page: { hash: "h1", files: ["main.js", "python.zip"], bytes: [10, 20] } }, { page: null }];

let kept: FakeCaches;
let installed: boolean;
const told = vi.fn();
const now = async () => (keptQuery.queryFn as () => Promise<object>)();

beforeEach(() => {
  kept = new FakeCaches(HUB);
  installed = false;
  told.mockClear();
  localStorage.clear();
  vi.stubGlobal("caches", kept);
  vi.stubGlobal("navigator", { serviceWorker: { controller: { postMessage: told } } });
  vi.stubGlobal("matchMedia", () => ({ matches: installed }));
  vi.stubGlobal("fetch", async (url: string) => {
    if (url === PYTHON_FILES) return Response.json(FILES);
    return url.endsWith("api/games") ? Response.json(GAMES) : new Response("new");
  });
});
afterEach(() => vi.unstubAllGlobals());

test("what packages ship is counted, before it is fetched, while it is, and after", async () => {
  expect(await now()).toMatchObject({ kept: false, missing: 34 });
  await (await kept.open("game-pages")).put("pages/h1/main.js", new Response("met"));
  expect(await now()).toMatchObject({ kept: false, missing: 24 });
  const parts: number[] = [];
  await keepPython((part) => parts.push(part));
  expect(parts.at(-1)).toBe(1);
  expect(parts.slice(0, -1).every((part) => part < 1)).toBe(true);
  expect(await now()).toEqual({ kept: true, some: true, promised: false, missing: 0, size: 36, whole: 36 });
});

test("what packages ship is a part of nothing where a kept list of games names no sizes", async () => {
  await keepPython();
  await (await kept.open("game-pages")).delete("pages/h1/main.js");
  const unsized = GAMES.map(({ page }) => ({ page: page && { ...page, bytes: undefined } }));
  vi.stubGlobal("fetch", async (url: string) => {
    if (url === PYTHON_FILES) return Response.json(FILES);
    return url.endsWith("api/games") ? Response.json(unsized) : new Response("new");
  });
  const parts: number[] = [];
  await keepPython((part) => parts.push(part));
  expect(parts).toEqual([0]);
  expect(await kept.paths("game-pages")).toContain("pages/h1/main.js");
});

test("what packages ship of Python goes with the rest", async () => {
  await keepPython();
  expect(told).toHaveBeenCalledWith({ say: "python-kept" });
  await dropPython();
  expect(await kept.paths("game-pages")).toEqual(["pages/h1/main.js"]);
  expect(await now()).toMatchObject({ kept: false, some: false, missing: 24 });
});

test("what was removed stays away, in an installed app, too", async () => {
  installed = true;
  expect(await isPythonWanted()).toBe(true);
  await keepPython();
  await dropPython();
  expect(await isPythonWanted()).toBe(false);
});

test("an older Python makes room for the newer one, and what still does not fit is not tried again at every page", async () => {
  await (await kept.open("python")).put("python/0/a.zip", new Response("old"));
  kept.isTooLarge = (url) =>
    url.endsWith("b.zip") && kept.all.get("python")?.answers.has(`${HUB}python/0/a.zip`) === true;
  expect(await isPythonWanted()).toBe(true);
  await keepPython();
  expect(await kept.paths("python")).toEqual(["python/1/a.zip", "python/1/b.zip"]);
  await dropPython();
  kept.isTooLarge = (url) => url.endsWith("b.zip");
  await expect(keepPython()).rejects.toThrow("full");
  expect(await now()).toMatchObject({ kept: false, some: true });
  expect(await isPythonWanted()).toBe(false);
});

test("an older Python stays while a window shows a room, though the newer one does not fit then", async () => {
  vi.stubGlobal("navigator", { ...navigator, locks: new FakeSharedLocks() });
  await (await kept.open("python")).put("python/0/a.zip", new Response("old"));
  kept.isTooLarge = (url) => url.endsWith("b.zip");
  const leave = holdPlayingLock("/");
  await expect(keepPython()).rejects.toThrow("full");
  expect(await kept.paths("python")).toEqual(["python/0/a.zip", "python/1/a.zip"]);
  leave();
});

test("what a lost connection cut off is fetched by the next page", async () => {
  vi.stubGlobal("fetch", async (url: string) => {
    if (url === PYTHON_FILES) return Response.json(FILES);
    if (url.endsWith("b.zip")) throw new TypeError("no network");
    return new Response("new");
  });
  await expect(keepPython()).rejects.toThrow("no network");
  expect(await isPythonWanted()).toBe(true);
});

test("without the list of games, what packages ship is not counted, and the rest is kept", async () => {
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.endsWith("api/games")) throw new TypeError("no network");
    return url === PYTHON_FILES ? Response.json(FILES) : new Response("new");
  });
  await keepPython();
  expect(await now()).toEqual({ kept: true, some: true, promised: false, missing: 0, size: 6, whole: 6 });
});

test("where Python cannot run, it is neither fetched without being asked for nor counted on", async () => {
  installed = true;
  await keepPython();
  vi.stubGlobal("WebAssembly", undefined);
  expect([await isPythonWanted(), await isPythonKept()]).toEqual([false, false]);
});
