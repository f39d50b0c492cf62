/** What the hub cannot take now is not asked of it again before it is due: it says when, or it is twice as late each time. */
const FIRST_S = 60;
const MOST_S = 3600;

interface Rest {
  seconds: number;
  until: number;
}

export interface Rests {
  /** Whether something may be asked now. */
  isDue(what: string): boolean;
  /** It is asked again after so many seconds; null where nobody said when. */
  rest(what: string, seconds: number | null): void;
  /** It was answered. */
  end(what: string): void;
  /** When the next of these is due; infinity where none rests. */
  next(all: readonly string[]): number;
}

export function newRests(now: () => number = Date.now): Rests {
  const resting = new Map<string, Rest>();
  return {
    isDue: (what) => (resting.get(what)?.until ?? 0) <= now(),
    rest(what, told) {
      const before = resting.get(what)?.seconds;
      const seconds = told ?? (before === undefined ? FIRST_S : Math.min(2 * before, MOST_S));
      resting.set(what, { seconds, until: now() + 1000 * seconds });
    },
    end: (what) => void resting.delete(what),
    next: (all) => Math.min(...all.map((what) => resting.get(what)?.until ?? Number.POSITIVE_INFINITY)),
  };
}
