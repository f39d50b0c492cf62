/** What the solver finds for the board of a match that is over: asked for by the player, then waited for. */

import { useState } from "react";
import { useHost } from "@/game-kit";
import type { Analysis } from "./types";

interface Best {
  score: number | null;
  working: boolean;
  /** Null once it was asked for, and where nobody can say. */
  ask: (() => void) | null;
}

export function useBest(): Best {
  const analyse = useHost().table?.analyse;
  const [working, setWorking] = useState(false);
  const [score, setScore] = useState<number | null>(null);
  const ask = async () => {
    setWorking(true);
    const report = (await analyse?.()) as Analysis | null;
    setScore(report?.best ?? null);
    setWorking(false);
  };
  return { score, working, ask: analyse && !working && score === null ? () => void ask() : null };
}
