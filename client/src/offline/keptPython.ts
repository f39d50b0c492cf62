/** Python, its packages and the games' kernels, kept on this device: with them games are played without the server. */

import { queryOptions } from "@tanstack/react-query";
import { addressOf, BASE } from "@/base";
import { isPython, type PythonFile, pythonFiles, type ShippedFile, shippedFiles } from "@/home/python/files";
import { cachesAt, type ToWorker } from "./caches";
import { isKeptByItself, setKeepChoice } from "./keepChoice";
import { fillWithinQuota, isQuotaExceeded } from "./storageQuota";
import { canRunPython } from "./webAssembly";

const { GAME_PAGES, PYTHON } = cachesAt(BASE);

/** Only pages with a service worker come back without the server; browsers have none where there is no HTTPS. */
export const canKeep = (): boolean => "caches" in window && "serviceWorker" in navigator;

/** Whether Parlour stands among the programs of this device. */
const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;

interface KeptPython {
  kept: boolean;
  /** Whether some of it is there, of whatever build. */
  some: boolean;
  /** Whether the browser has promised not to remove it when its storage gets full. */
  promised: boolean;
  /** Bytes that are still to be fetched. */
  missing: number;
  /** Bytes that it takes here. */
  size: number;
  /** Bytes that it takes here once nothing is missing. */
  whole: number;
}

/** The paths of what is kept under this name. */
async function keptIn(name: string): Promise<Set<string>> {
  if (!canKeep() || !(await caches.has(name))) return new Set();
  return new Set((await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname));
}

async function missingFiles(files: readonly PythonFile[]): Promise<PythonFile[]> {
  const kept = await keptIn(PYTHON);
  return files.filter(({ path }) => !kept.has(addressOf(path)));
}

/** What packages ship and is not kept. */
async function missingShipped(files: readonly ShippedFile[]): Promise<ShippedFile[]> {
  const kept = await keptIn(GAME_PAGES);
  return files.filter(({ address }) => !kept.has(address));
}

const bytesOf = (files: readonly { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

async function keptPython(): Promise<KeptPython> {
  const files = await pythonFiles();
  const missing = await missingFiles(files);
  // Without the list of games nothing is known of what packages ship.
  const shipped = await shippedFiles().catch(() => []);
  const unshipped = bytesOf(await missingShipped(shipped));
  const whole = bytesOf(files) + bytesOf(shipped);
  return {
    kept: missing.length === 0,
    some: await isSomeKept(),
    promised: (await navigator.storage?.persisted?.()) ?? false,
    missing: missing.reduce((sum, { transferred }) => sum + transferred, 0) + unshipped,
    size: whole - unshipped,
    whole,
  };
}

const isSomeKept = async (): Promise<boolean> =>
  canKeep() && (await caches.has(PYTHON)) && (await (await caches.open(PYTHON)).keys()).length > 0;

/** The Python of packages that is kept, with the addresses under which it is. */
async function shippedPython(): Promise<{ pages: Cache; addresses: string[] } | null> {
  if (!canKeep() || !(await caches.has(GAME_PAGES))) return null;
  const pages = await caches.open(GAME_PAGES);
  return { pages, addresses: (await pages.keys()).map(({ url }) => url).filter(isPython) };
}

/** Whether it is kept up to date without being asked for: as somebody said, or else in an installed app. */
export const isPythonWanted = async (): Promise<boolean> =>
  canRunPython() && isKeptByItself(isInstalled() || (await isSomeKept()));

/** Whether Python can be started here without the server. */
export const isPythonKept = async (): Promise<boolean> => {
  try {
    return canRunPython() && (await isSomeKept()) && (await keptPython()).kept;
  } catch {
    return false;
  }
};

export const keptQuery = queryOptions({ queryKey: ["kept-python"], queryFn: keptPython, staleTime: 0 });

/** Keep all of it; `told` hears which part is there. From now on it is wanted, but not where it did not fit. */
export async function keepPython(told: (part: number) => void = () => {}): Promise<void> {
  if (!canKeep()) return;
  setKeepChoice({ keep: true });
  try {
    await keepAll(told);
  } catch (error) {
    if (isQuotaExceeded(error)) setKeepChoice({ keep: true, full: Date.now() });
    throw error;
  }
  navigator.serviceWorker.controller?.postMessage({ say: "python-kept" } satisfies ToWorker);
}

async function keepAll(told: (part: number) => void): Promise<void> {
  // So that the browser does not throw it away when its disk gets full; the page says so where it does not promise that.
  await navigator.storage?.persist?.();
  const listed = await pythonFiles();
  const addresses = new Set(listed.map(({ path }) => new URL(addressOf(path), location.href).href));
  const files = await missingFiles(listed);
  const shipped = await missingShipped(await shippedFiles().catch(() => []));
  // Where no size is known, no part is there before all is.
  const all = Math.max(1, bytesOf(files) + bytesOf(shipped));
  const cache = await caches.open(PYTHON);
  let before = 0;
  for (const { path, bytes } of files) {
    await fillWithinQuota(BASE, cache, addresses, async () => {
      let done = before;
      const answer = await fetch(addressOf(path));
      if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`);
      const counted = new TransformStream<Uint8Array, Uint8Array>({
        transform(part, out) {
          done += part.length;
          told(done / all);
          out.enqueue(part);
        },
      });
      await cache.put(addressOf(path), new Response(answer.body.pipeThrough(counted), answer));
    });
    before += bytes;
  }
  const pages = await caches.open(GAME_PAGES);
  const keep = async ({ address, bytes }: ShippedFile) => {
    await pages.add(address);
    before += bytes;
    told(before / all);
  };
  // What of it cannot be had costs its own game, not the others.
  await Promise.allSettled(shipped.map(keep));
}

/** Remove all of it, or what there is of it; it is not wanted any more. */
export async function dropPython(): Promise<void> {
  setKeepChoice({ keep: false });
  await caches.delete(PYTHON);
  const { pages, addresses } = (await shippedPython()) ?? { addresses: [] };
  await Promise.all(addresses.map((address) => pages?.delete(address, { ignoreVary: true })));
}
