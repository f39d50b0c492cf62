/** What is kept when a build is installed, and what is thrown away when it takes over. */
import { cachesAt } from "@/offline/caches";
import { isPlaying } from "@/offline/playingLock";
import { fillWithinQuota } from "@/offline/storageQuota";
import { CATALOGUE } from "./answers";
import { build } from "./build";
import { isOfBuild } from "./shell";

declare const self: ServiceWorkerGlobalScope;

/** The key of the one page. */
export const SHELL = "index.html";

const TYPES: Record<string, string> = {
  js: "text/javascript",
  css: "text/css",
  json: "application/json",
  svg: "image/svg+xml",
};

/** An address of the hub, wherever it is hosted. */
export const addressOf = (path: string): string => new URL(path, self.registration.scope).href;

const base = (): string => new URL(self.registration.scope).pathname;

/** The names of its caches. */
export const cacheNames = () => cachesAt(base());

const cacheOf = (id: string): string => `${cacheNames().BUILD}${id}`;

async function fetched(path: string, options?: RequestInit): Promise<Response> {
  const answer = await fetch(addressOf(path), options);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** Keep everything that the pages of this build need, all of it or nothing; and Python, as far as it fits. */
export async function install(): Promise<void> {
  const cache = await caches.open(cacheOf(build.id));
  try {
    const page = await shell();
    await Promise.all([keepPack(cache), cache.addAll(build.files.map(addressOf))]);
    await keepCatalogue();
    // Last: a build is whole if its page is there.
    await cache.put(addressOf(SHELL), page);
  } catch (error) {
    await caches.delete(cacheOf(build.id));
    throw error;
  }
  // What is missing then is asked for again by the pages.
  await keepPythonToo().catch((error: unknown) => console.info("offline:", error));
}

/** The page that brings the service worker has asked for it before, past it. */
async function keepCatalogue(): Promise<void> {
  const cache = await caches.open(cacheNames().CATALOGUE);
  await cache.addAll(CATALOGUE.map(addressOf));
}

async function shell(): Promise<Response> {
  const page = await fetched("", { cache: "no-store" });
  if (!isOfBuild(await page.clone().text(), build.id)) throw new Error("the page is of another build");
  return page;
}

/** The scripts and styles, each with the policy that the server sends with them all. */
async function keepPack(cache: Cache): Promise<void> {
  const pack = await fetched(build.pack);
  const texts: Record<string, string> = await pack.json();
  const policy = pack.headers.get("content-security-policy") ?? "";
  await Promise.all(
    Object.entries(texts).map(([path, text]) => {
      const type = TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "text/plain";
      const headers = { "content-type": `${type}; charset=utf-8`, "content-security-policy": policy };
      return cache.put(addressOf(path), new Response(text, { headers }));
    }),
  );
}

/** The addresses that a kept list of Python's files names. */
async function listed(list: Response | undefined): Promise<string[]> {
  const files: { path: string }[] = (await list?.json()) ?? [];
  return files.map(({ path }) => addressOf(path));
}

/** Whoever has kept Python for offline has that of this build before its pages come; what has arrived stays. */
async function keepPythonToo(): Promise<void> {
  const { PYTHON } = cacheNames();
  if (!(await caches.has(PYTHON))) return;
  const cache = await caches.open(PYTHON);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  if (kept.size === 0) return;
  const wanted = await listed(await caches.match(addressOf(build.python), { ignoreVary: true }));
  const missing = wanted.filter((address) => !kept.has(address));
  for (const address of missing)
    await fillWithinQuota(base(), cache, new Set(wanted), () => cache.add(address));
}

/**
 * Throw away the pages of builds before the last one, which open pages may still show, and of builds that never became
 * whole; and what of Python none of both needs, once this one's is whole and nobody plays.
 */
export async function prune(): Promise<void> {
  const { BUILD, PYTHON } = cacheNames();
  const builds = (await caches.keys()).filter((name) => name.startsWith(BUILD));
  const newest = cacheOf(build.id);
  const whole = await Promise.all(builds.map(isWhole));
  const before = builds.filter((name, at) => name !== newest && whole[at]);
  const kept = [newest, ...before.slice(-1)];
  await Promise.all(builds.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)));
  if (!(await caches.has(PYTHON))) return;
  const python = await caches.open(PYTHON);
  const there = (await python.keys()).map(({ url }) => url);
  const own = await listedIn(newest);
  if (own.some((address) => !there.includes(address)) || (await isPlaying(base()))) return;
  const needed = new Set((await Promise.all(kept.map(listedIn))).flat());
  const unneeded = there.filter((address) => !needed.has(address));
  await Promise.all(unneeded.map((address) => python.delete(address, { ignoreVary: true })));
}

const isWhole = async (name: string): Promise<boolean> =>
  (await (await caches.open(name)).match(addressOf(SHELL), { ignoreVary: true })) !== undefined;

/** Throw away what packages shipped for pages of games that are not here any more, or not like that. */
export async function pruneGamePages(games: Response): Promise<void> {
  const { GAME_PAGES } = cacheNames();
  if (!(await caches.has(GAME_PAGES))) return;
  const listed = (await games.json()) as { page: { hash: string } | null }[];
  const folders = listed.flatMap(({ page }) => (page ? addressOf(`pages/${page.hash}/`) : []));
  const pages = await caches.open(GAME_PAGES);
  const gone = (await pages.keys()).filter(({ url }) => !folders.some((folder) => url.startsWith(folder)));
  await Promise.all(gone.map(({ url }) => pages.delete(url, { ignoreVary: true })));
}

/** The addresses of Python's files that a build lists. */
async function listedIn(name: string): Promise<string[]> {
  const cache = await caches.open(name);
  const lists = (await cache.keys()).filter(({ url }) => url.endsWith("/files.json"));
  const found = lists.map(async ({ url }) => listed(await cache.match(url, { ignoreVary: true })));
  return (await Promise.all(found)).flat();
}

/** A file as it is kept: this build's, or else the last one's. */
export async function keptFile(request: Request): Promise<Response | undefined> {
  const own = await caches.open(cacheOf(build.id));
  return (await own.match(request, { ignoreVary: true })) ?? caches.match(request, { ignoreVary: true });
}

/** The one page of this build. */
export async function keptShell(): Promise<Response | undefined> {
  const cache = await caches.open(cacheOf(build.id));
  return cache.match(addressOf(SHELL), { ignoreVary: true });
}
