/** The match's clock, ticking. */
import { useEffect, useState } from "react";
import { useHost } from "../contract/host";
import type { Moment } from "../contract/types";

/** Milliseconds of the match's clock, read again every `everyMs`; it stands still after the end and in a replay. */
export function useClock(moment: Moment<unknown, unknown>, everyMs = 250): number {
  const { live } = useHost();
  const { clock, outcome, last } = moment;
  const [, setTicks] = useState(0);
  const runs = live && outcome === null;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), everyMs);
    return () => clearInterval(timer);
  }, [runs, everyMs]);
  return outcome ? (last?.at_ms ?? 0) : clock();
}

/** Whole seconds until a time of that clock; none once it is past. */
export function useSecondsTo(moment: Moment<unknown, unknown>, dueMs: number): number {
  return Math.max(0, Math.ceil((dueMs - useClock(moment)) / 1000));
}
