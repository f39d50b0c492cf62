/** What this browser remembers of Stackdoku: how to draw it, and the pencil marks of each match. */
import { useCallback, useState } from "react";

export interface Manner {
  marks: "none" | "automatic" | "own";
  /** Numbers on the tiles are concealed. */
  hidden: boolean;
  clock: boolean;
}

const MANNER = "parlour.stackdoku";
const MARKS = "parlour.stackdoku.marks";
const MATCHES_KEPT = 20;
const NO_MARKS: readonly number[] = Array.from({ length: 81 }, () => 0);

type Kept = [match: string, marks: readonly number[]][];

function read<Value>(key: string, otherwise: Value): Value {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still obeys until the page is left.
  }
}

export function useManner(): [Manner, (change: Partial<Manner>) => void] {
  const [manner, setManner] = useState<Manner>(() => ({
    ...{ marks: "none", hidden: false, clock: true },
    ...read<Partial<Manner>>(MANNER, {}),
  }));
  const change = useCallback((part: Partial<Manner>) => {
    setManner((before) => {
      const now = { ...before, ...part };
      write(MANNER, now);
      return now;
    });
  }, []);
  return [manner, change];
}

/** My own marks for a match: 81 bit masks, bit 0 for the digit 1. */
export function useOwnMarks(match: string): [readonly number[], (marks: readonly number[]) => void] {
  const [marks, setMarks] = useState(
    () => read<Kept>(MARKS, []).find(([kept]) => kept === match)?.[1] ?? NO_MARKS,
  );
  const change = useCallback(
    (now: readonly number[]) => {
      setMarks(now);
      const others = read<Kept>(MARKS, []).filter(([kept]) => kept !== match);
      write(MARKS, [...others, [match, now]].slice(-MATCHES_KEPT));
    },
    [match],
  );
  return [marks, change];
}
