/** Where a replay stands and whether it runs. Long thoughts are shortened, quick moves keep their rhythm. */
import { useCallback, useEffect, useState } from "react";
import type { Schema } from "@/api/client";
import { startOf } from "./moves";

export const SPEEDS = [1, 2, 4, 8] as const;
type Speed = (typeof SPEEDS)[number];
const LONGEST_MS = 1600;
const SHORTEST_MS = 350;

export interface Replay {
  at: number;
  /** Where play begins: before that everybody got ready, and nothing changes on the board. */
  start: number;
  last: number;
  running: boolean;
  speed: Speed;
  seek: (at: number) => void;
  /** Go to a moment and stay there. */
  stopAt: (at: number) => void;
  toggle: () => void;
  setSpeed: (speed: Speed) => void;
}

export function useReplay(steps: readonly Schema["Step"][], first: number): Replay {
  const last = steps.length - 1;
  const start = startOf(steps);
  const [at, setAt] = useState(Math.min(Math.max(start, first), last));
  const [running, setRunning] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  useEffect(() => {
    if (!running) return;
    if (at >= last) {
      setRunning(false);
      return;
    }
    const thought = (steps[at + 1]?.at_ms ?? 0) - (steps[at]?.at_ms ?? 0);
    const timer = setTimeout(
      () => setAt(at + 1),
      Math.min(LONGEST_MS, Math.max(SHORTEST_MS, thought)) / speed,
    );
    return () => clearTimeout(timer);
  }, [running, at, last, steps, speed]);
  const seek = useCallback((to: number) => setAt(Math.min(Math.max(start, to), last)), [start, last]);
  const stopAt = useCallback(
    (to: number) => {
      setRunning(false);
      seek(to);
    },
    [seek],
  );
  const toggle = useCallback(() => {
    if (!running && at >= last) setAt(start);
    setRunning(!running);
  }, [running, at, start, last]);
  return { at, start, last, running, speed, seek, stopAt, toggle, setSpeed };
}
