/** Storage on a device that is full. */
import { isPlaying } from "./playingLock";

export const isQuotaExceeded = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "QuotaExceededError";

/**
 * Calls `fill`; where the storage quota is exceeded, removes everything but `listed` from the cache and calls it once more.
 * While a window shows a room of the hub below `base` nothing is removed.
 */
export async function fillWithinQuota(
  base: string,
  cache: Cache,
  listed: ReadonlySet<string>,
  fill: () => Promise<void>,
): Promise<void> {
  try {
    await fill();
  } catch (error) {
    const others = (await cache.keys()).filter(({ url }) => !listed.has(url));
    if (!isQuotaExceeded(error) || others.length === 0 || (await isPlaying(base))) throw error;
    await Promise.all(others.map(({ url }) => cache.delete(url, { ignoreVary: true })));
    await fill();
  }
}
