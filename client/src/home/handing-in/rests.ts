/** What the hub cannot take now is not asked of it again before it is due: not before it says, and twice as late each time. */
const FIRST_S = 60;
const MOST_S = 3600;

interface Rest {
  /** How often it was not taken. */
  times: number;
  until: number;
}

export interface Rests {
  /** Whether something may be asked now. */
  isDue(what: string): boolean;
  /** It is asked again after so many seconds, twice as many the next time; null where nobody said when. */
  rest(what: string, seconds: number | null): void;
  /** It was answered. */
  end(what: string): void;
  /** When the next of these is due, on the page's own clock; infinity where none rests. */
  next(all: readonly string[]): number;
}

export function newRests(now = () => performance.now()): Rests {
  const resting = new Map<string, Rest>();
  return {
    isDue: (what) => (resting.get(what)?.until ?? 0) <= now(),
    rest(what, told) {
      const times = resting.get(what)?.times ?? 0;
      const doubled = Math.min((told ?? FIRST_S) * 2 ** times, MOST_S);
      resting.set(what, { times: times + 1, until: now() + 1000 * Math.max(doubled, told ?? 0) });
    },
    end: (what) => void resting.delete(what),
    next: (all) => Math.min(...all.map((what) => resting.get(what)?.until ?? Number.POSITIVE_INFINITY)),
  };
}
