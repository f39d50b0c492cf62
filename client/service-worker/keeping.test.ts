import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdPlayingLock } from "@/offline/playingLock";
import { FakeCaches, FakeSharedLocks } from "@/offline/testing";
import { BUILD, HUB } from "./testing";

const FILES = [{ path: "python/1/a.zip" }, { path: "python/1/b.zip" }];
let kept: FakeCaches;
let locks: FakeSharedLocks;

beforeEach(() => {
  kept = new FakeCaches(HUB);
  vi.stubGlobal("caches", kept);
  vi.stubGlobal("registration", { scope: HUB });
  locks = new FakeSharedLocks();
  vi.stubGlobal("navigator", { locks });
  vi.stubGlobal("__BUILD__", BUILD);
  vi.stubGlobal("fetch", async (url: string) => {
    if (url === HUB) return new Response('<html data-build="new">');
    if (url.endsWith("files.json")) return Response.json(FILES);
    return url.endsWith("pack.json") ? Response.json({}) : new Response("new");
  });
});
afterEach(() => vi.unstubAllGlobals());

const keep = async (name: string, path: string, text: string) =>
  (await kept.open(name)).put(HUB + path, new Response(text));

test("the pages of a build are installed though its Python does not fit, and what fits of it stays", async () => {
  const { install } = await import("./keeping");
  await keep("python", "python/0/a.zip", "old");
  kept.isTooLarge = (url) => url.endsWith("b.zip");
  await install();
  expect(await (await kept.open("build-new")).match(`${HUB}index.html`)).toBeDefined();
  expect([...(await kept.open("python")).answers.keys()]).toContain(`${HUB}python/1/a.zip`);
});

test("pages that cannot be kept are not installed", async () => {
  const { install } = await import("./keeping");
  kept.isTooLarge = (url) => url.endsWith("icon.svg");
  await expect(install()).rejects.toThrow("full");
  expect(await kept.has("build-new")).toBe(false);
});

test("a file is this build's, or else the last one's", async () => {
  const { keptFile } = await import("./keeping");
  await keep("build-old", "icon.svg", "old");
  await keep("build-old", "old.js", "old");
  await keep("build-new", "icon.svg", "new");
  expect(await (await keptFile(new Request(`${HUB}icon.svg`)))?.text()).toBe("new");
  expect(await (await keptFile(new Request(`${HUB}old.js`)))?.text()).toBe("old");
});

test("what was kept of an older Python goes once the newer one is whole, and not before", async () => {
  const { install, prune } = await import("./keeping");
  await keep("python", "python/0/a.zip", "old");
  const online = fetch;
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.endsWith("b.zip")) throw new TypeError("no network");
    return online(url);
  });
  await install();
  await prune();
  expect(await kept.paths("python")).toEqual(["python/0/a.zip", "python/1/a.zip"]);
  vi.stubGlobal("fetch", online);
  await install();
  await prune();
  expect(await kept.paths("python")).toEqual(["python/1/a.zip", "python/1/b.zip"]);
});

test("while somebody plays nothing of an older Python goes, whether or not the newer one fits", async () => {
  const { install, prune } = await import("./keeping");
  await keep("python", "python/0/a.zip", "old");
  const leave = holdPlayingLock("/");
  kept.isTooLarge = (url) => url.endsWith("b.zip");
  await install();
  expect(await kept.paths("python")).toEqual(["python/0/a.zip", "python/1/a.zip"]);
  kept.isTooLarge = () => false;
  await install();
  await prune();
  expect(await kept.paths("python")).toContain("python/0/a.zip");
  leave();
  await vi.waitFor(async () => expect((await locks.query()).held).toEqual([]));
  await prune();
  expect(await kept.paths("python")).not.toContain("python/0/a.zip");
});

test("where both do not fit, the older Python makes room for the newer one", async () => {
  const { install } = await import("./keeping");
  await keep("python", "python/0/a.zip", "old");
  const python = await kept.open("python");
  kept.isTooLarge = (url) => url.endsWith("b.zip") && python.answers.has(`${HUB}python/0/a.zip`);
  await install();
  expect(await kept.paths("python")).toEqual(["python/1/a.zip", "python/1/b.zip"]);
});

test("the build before stays, also where the installation of another was cut off since", async () => {
  const { install, prune } = await import("./keeping");
  for (const build of ["build-older", "build-old"]) await keep(build, "index.html", "old");
  await keep("build-cut-off", "icon.svg", "cut off");
  await install();
  await prune();
  expect([...kept.all.keys()].filter((name) => name.startsWith("build-"))).toEqual([
    "build-old",
    "build-new",
  ]);
});

test("the page of a build is kept last: with it the build is whole", async () => {
  const { install } = await import("./keeping");
  const order: string[] = [];
  kept.isTooLarge = (url) => {
    order.push(url.slice(HUB.length));
    return false;
  };
  await install();
  expect(order.filter((path) => !path.startsWith("python/")).at(-1)).toBe("index.html");
});

test("pages of games stay as long as their game is there in that form", async () => {
  const { pruneGamePages } = await import("./keeping");
  for (const path of ["pages/h1/main.js", "pages/h1/python.zip", "pages/h0/main.js"])
    await keep("game-pages", path, "page");
  await pruneGamePages(Response.json([{ page: { hash: "h1", files: [] } }, { page: null }]));
  expect(await kept.paths("game-pages")).toEqual(["pages/h1/main.js", "pages/h1/python.zip"]);
});
