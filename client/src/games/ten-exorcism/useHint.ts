/** A hint in two steps: first where to look, then what to take. It is forgotten as soon as the board changes. */

import { useState } from "react";
import { useHost } from "@/game-kit";
import { cellName } from "./Board";
import type { Rectangle } from "./preview";
import type { Advice, Rectangle as Corners } from "./types";

interface Given {
  /** The score it was given at: the board changes with it and only with it. */
  at: number;
  step: "area" | "hint";
  advice: Advice;
}

export interface Hint {
  tone: "area" | "hint";
  rectangle: Rectangle;
}

/** `ask` is null where no hint is to be had. */
export function useHint(score: number, playing: boolean): { hint: Hint | null; ask: (() => void) | null } {
  const { t, announce, notify, table } = useHost();
  const [given, setGiven] = useState<Given | null>(null);
  const [waiting, setWaiting] = useState(false);
  const current = given?.at === score ? given : null;
  const advise = table?.advise;
  const ask = async () => {
    if (waiting || !advise) return;
    if (current) {
      setGiven({ ...current, step: "hint" });
      announce(t("hint.take", { ...named(current.advice.rectangle), count: current.advice.frees }));
      return;
    }
    setWaiting(true);
    try {
      const advice = (await advise()) as Advice | null;
      if (!advice) return notify(t("hint.none"));
      setGiven({ at: score, step: "area", advice });
      announce(t("hint.look", named(advice.area)));
    } finally {
      setWaiting(false);
    }
  };
  const shown = playing ? current : null;
  return {
    hint: shown && {
      tone: shown.step,
      rectangle: rectangleOf(shown.step === "area" ? shown.advice.area : shown.advice.rectangle),
    },
    ask: advise && playing ? () => void ask() : null,
  };
}

function rectangleOf([top, left, bottom, right]: Corners): Rectangle {
  return { top, left, bottom, right };
}

function named([top, left, bottom, right]: Corners): { from: string; to: string } {
  return { from: cellName({ row: top, col: left }), to: cellName({ row: bottom, col: right }) };
}
