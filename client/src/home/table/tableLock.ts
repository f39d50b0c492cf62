/** The lock that lets a table be open in one window at a time: the window that asks last gets it. */
import { keyOf } from "@/base";

/** Milliseconds that the other window has to write its queued changes, before the lock is stolen from it. */
const HANDOVER_MS = 1000;

interface Holder {
  /** Another window wants the table: write what is queued, then release the lock. */
  onRequested(): void;
  /** Another window has stolen the lock. */
  onStolen(): void;
}

/** Waits for the lock of a table, and returns the function that releases it. */
export async function lockTable(code: string, holder: Holder): Promise<() => void> {
  // Plain HTTP has no locks, and no work without a network either.
  if (!navigator.locks) return () => {};
  const name = keyOf(`table ${code}`);
  const channel = new BroadcastChannel(name);
  const granted = requestLock(name, { signal: AbortSignal.timeout(HANDOVER_MS) }, channel, holder);
  channel.postMessage("requested");
  // A window that is frozen, or cannot write, does not keep the table for ever.
  return granted.catch(() => requestLock(name, { steal: true }, channel, holder));
}

/** The channel brings the requests of other windows while the lock is held. */
function requestLock(
  name: string,
  options: LockOptions,
  channel: BroadcastChannel,
  { onRequested, onStolen }: Holder,
): Promise<() => void> {
  return new Promise((resolve, reject) => {
    let isHeld = false;
    const hold = () =>
      new Promise<void>((release) => {
        isHeld = true;
        channel.onmessage = onRequested;
        resolve(() => {
          channel.close();
          release();
        });
      });
    navigator.locks.request(name, options, hold).catch((error: unknown) => {
      if (!isHeld) return reject(error);
      channel.close();
      onStolen();
    });
  });
}
