/** Room on a device that is full. */

export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "QuotaExceededError";

/** Do what fills a cache; where it does not fit, whatever the cache has besides `listed` goes, and it is done once more. */
export async function makingRoom(
  cache: Cache,
  listed: ReadonlySet<string>,
  fill: () => Promise<void>,
): Promise<void> {
  try {
    await fill();
  } catch (error) {
    const others = (await cache.keys()).filter(({ url }) => !listed.has(url));
    if (!isFull(error) || others.length === 0) throw error;
    await Promise.all(others.map(({ url }) => cache.delete(url, { ignoreVary: true })));
    await fill();
  }
}
