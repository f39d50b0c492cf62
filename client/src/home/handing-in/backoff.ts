/** When the hub is asked again for what it could not take: not before it says, and twice as late each time. */
const FIRST_S = 60;
const MOST_S = 3600;

interface Delay {
  /** How often the hub did not take it. */
  times: number;
  until: number;
}

export interface Backoff {
  /** Whether the hub may be asked for this now. */
  isDue(key: string): boolean;
  /** The hub is asked again after so many seconds, twice as many the next time; null where the hub did not say when. */
  delay(key: string, seconds: number | null): void;
  /** The hub has answered: the next delay is a first one. */
  end(key: string): void;
  /** When the next of these is due, on the page's own clock; infinity where none is delayed. */
  next(keys: readonly string[]): number;
}

export function newBackoff(now = () => performance.now()): Backoff {
  const delays = new Map<string, Delay>();
  return {
    isDue: (key) => (delays.get(key)?.until ?? 0) <= now(),
    delay(key, told) {
      const times = delays.get(key)?.times ?? 0;
      const doubled = Math.min((told ?? FIRST_S) * 2 ** times, MOST_S);
      delays.set(key, { times: times + 1, until: now() + 1000 * Math.max(doubled, told ?? 0) });
    },
    end: (key) => void delays.delete(key),
    next: (keys) => Math.min(...keys.map((key) => delays.get(key)?.until ?? Number.POSITIVE_INFINITY)),
  };
}
