/** What became of the newest attempt, to be shown once: it counts the entries, so that the same can be shown twice. */

import { useEffect, useState } from "react";
import { type Moment, useHost } from "@/game-kit";
import { between, type Rectangle } from "./preview";
import type { Action, Select, View } from "./types";

export interface Echo {
  seq: number;
  rectangle: Rectangle;
  /** How many ghosts it freed; null if it was refused. */
  freed: number | null;
  /** The sum that was refused. */
  sum: number;
}

export function useEcho(moment: Moment<View, Action>): Echo | null {
  const { t, announce, play } = useHost();
  const [seen, setSeen] = useState({ seq: moment.seq, score: moment.view.score });
  const [echo, setEcho] = useState<Echo | null>(null);
  if (seen.seq !== moment.seq) {
    setSeen({ seq: moment.seq, score: moment.view.score });
    setEcho(moment.seq === seen.seq + 1 ? echoOf(moment, seen.score) : null);
  }
  // How it ended is said by the ending.
  const over = moment.outcome !== null;
  useEffect(() => {
    if (!echo) return;
    play(echo.freed === null ? "no" : "yes");
    if (over) return;
    announce(
      echo.freed === null
        ? t("refused.sum-not-ten", { sum: echo.sum })
        : t("freed", { count: echo.freed, score: moment.view.score }),
    );
  }, [echo, over, moment.view.score, t, announce, play]);
  return echo;
}

function echoOf(moment: Moment<View, Action>, before: number): Echo | null {
  const { last, seq, view } = moment;
  if (last?.action.do !== "select") return null;
  const sum = Number(last.refused?.facts?.sum ?? 10);
  const freed = last.refused ? null : view.score - before;
  return { seq, rectangle: rectangleOf(last.action), freed, sum };
}

export function rectangleOf({ r0, c0, r1, c1 }: Select): Rectangle {
  return between({ row: r0, col: c0 }, { row: r1, col: c1 });
}
