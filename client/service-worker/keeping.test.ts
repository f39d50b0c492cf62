import { afterEach, beforeEach, expect, test, vi } from "vitest";

const HUB = "http://hub.test/";
const FILES = [{ path: "python/1/a.zip" }, { path: "python/1/b.zip" }];
/** What does not fit on this device. */
let tooLarge: string | null = null;

class FakeCache {
  readonly answers = new Map<string, Response>();
  private readonly url = (asked: Request | string) => (typeof asked === "string" ? asked : asked.url);
  async match(asked: Request | string) {
    return this.answers.get(this.url(asked))?.clone();
  }
  async put(asked: Request | string, answer: Response) {
    if (tooLarge && this.url(asked).endsWith(tooLarge)) throw new DOMException("full", "QuotaExceededError");
    this.answers.set(this.url(asked), answer);
  }
  async add(asked: string) {
    await this.put(asked, await fetch(asked));
  }
  async addAll(all: string[]) {
    for (const asked of all) await this.add(asked);
  }
  async delete(asked: string) {
    return this.answers.delete(asked);
  }
  async keys() {
    return [...this.answers.keys()].map((url) => ({ url }));
  }
}

class FakeCaches {
  readonly all = new Map<string, FakeCache>();
  async open(name: string) {
    const found = this.all.get(name) ?? new FakeCache();
    this.all.set(name, found);
    return found;
  }
  keys = async () => [...this.all.keys()];
  has = async (name: string) => this.all.has(name);
  delete = async (name: string) => this.all.delete(name);
  async match(asked: Request) {
    for (const cache of this.all.values()) if (await cache.match(asked)) return cache.match(asked);
    return undefined;
  }
}

let kept: FakeCaches;

beforeEach(() => {
  kept = new FakeCaches();
  tooLarge = null;
  vi.stubGlobal("caches", kept);
  vi.stubGlobal("registration", { scope: HUB });
  vi.stubGlobal("__BUILD__", {
    id: "new",
    pack: "pack.json",
    files: ["icon.svg", "files.json"],
    python: "files.json",
  });
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
  tooLarge = "b.zip";
  await install();
  expect(await (await kept.open("build-new")).match(`${HUB}index.html`)).toBeDefined();
  expect([...(await kept.open("python")).answers.keys()]).toContain(`${HUB}python/1/a.zip`);
});

test("pages that cannot be kept are not installed", async () => {
  const { install } = await import("./keeping");
  tooLarge = "icon.svg";
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
  const there = async () =>
    [...(await kept.open("python")).answers.keys()].map((url) => url.slice(HUB.length));
  tooLarge = "b.zip";
  await install();
  await prune();
  expect(await there()).toEqual(["python/0/a.zip", "python/1/a.zip"]);
  tooLarge = null;
  await install();
  await prune();
  expect(await there()).toEqual(["python/1/a.zip", "python/1/b.zip"]);
});
