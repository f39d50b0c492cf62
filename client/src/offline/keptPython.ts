/** Python, its packages and the games' kernels, kept on this device: with them games are played without the server. */

import { queryOptions } from "@tanstack/react-query";
import { addressOf, BASE } from "@/base";
import { type PythonFile, pythonFiles, shippedFiles } from "@/home/files";
import { cachesAt } from "./caches";

const { GAME_PAGES, PYTHON } = cachesAt(BASE);

/** Only pages with a service worker come back without the server; browsers have none where there is no HTTPS. */
export const canKeep = (): boolean => "caches" in window && "serviceWorker" in navigator;

/** Whether Parlour stands among the programs of this device. */
export const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;

export interface KeptPython {
  kept: boolean;
  /** Bytes that are still to be fetched. */
  missing: number;
  /** Bytes that it takes here. */
  size: number;
}

async function missingFiles(files: readonly PythonFile[]): Promise<PythonFile[]> {
  if (!(await caches.has(PYTHON))) return [...files];
  const kept = new Set((await (await caches.open(PYTHON)).keys()).map(({ url }) => new URL(url).pathname));
  return files.filter(({ path }) => !kept.has(addressOf(path)));
}

async function keptPython(): Promise<KeptPython> {
  const files = await pythonFiles();
  const missing = canKeep() ? await missingFiles(files) : files;
  return {
    kept: missing.length === 0,
    missing: missing.reduce((sum, { transferred }) => sum + transferred, 0),
    size: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Whether some of it, of whatever build, was kept here. */
export const isPythonWanted = async (): Promise<boolean> =>
  canKeep() && (await caches.has(PYTHON)) && (await (await caches.open(PYTHON)).keys()).length > 0;

/** Whether Python can be started here without the server. */
export const isPythonKept = async (): Promise<boolean> => {
  try {
    return (await keptPython()).kept;
  } catch {
    return false;
  }
};

export const keptQuery = queryOptions({ queryKey: ["kept-python"], queryFn: keptPython, staleTime: 0 });

/** Keep all of it; `told` hears which part is there. */
export async function keepPython(told: (part: number) => void = () => {}): Promise<void> {
  if (!canKeep()) return;
  // So that the browser does not throw it away when its disk gets full.
  await navigator.storage?.persist?.();
  const files = await missingFiles(await pythonFiles());
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const cache = await caches.open(PYTHON);
  let done = 0;
  for (const { path } of files) {
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
  }
  await keepShipped();
}

/** What packages ship for their games; what of it cannot be had costs its own game, not the others. */
async function keepShipped(): Promise<void> {
  const pages = await caches.open(GAME_PAGES);
  const keep = async (address: string) =>
    (await pages.match(address, { ignoreVary: true })) ?? (await pages.add(address));
  await Promise.allSettled((await shippedFiles()).map(keep));
}

export async function dropPython(): Promise<void> {
  await caches.delete(PYTHON);
}
