/** The lock that every window holds while it shows a room: its page may still load the Python that it began with. */

/** Its name for the hub below this base, the same in pages and in the service worker. */
const lockAt = (base: string): string => `parlour${base}playing`;

/** Holds the lock, along with other windows, until the returned function is called. */
export function holdPlayingLock(base: string): () => void {
  // Plain HTTP has no locks, and keeps no Python either.
  if (!navigator.locks) return () => {};
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks.request(lockAt(base), { mode: "shared" }, () => released).catch(() => {});
  return release;
}

/** Whether any window shows a room. */
export async function isPlaying(base: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === lockAt(base));
}
