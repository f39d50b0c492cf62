/** A race against the best line: rectangle by rectangle beside the replay, and on to its own end when that is over. */
import { use, useEffect, useState } from "react";
import { isCalm, OrientationContext, useHost } from "@/game-kit";
import { ghostsOn, without } from "../board/selection";
import { Glass, type Powers } from "../pictures";
import type { Rectangle } from "../types";
import "../board/board.css";

const STEP_MS = 400;

interface RaceProps {
  start: Powers;
  /** What was taken so far. */
  line: readonly Rectangle[];
  best: readonly Rectangle[];
  /** Whether nothing more was taken after it. */
  over: boolean;
}

export function Race({ start, line, best, over }: RaceProps) {
  const { t } = useHost();
  const taken = useStepsOfGhost(line.length, best.length, over);
  return (
    <section>
      <h3>{t("race.title")}</h3>
      <p className="soft">{t("race.text")}</p>
      <div className="ten-lanes">
        <Lane name={t("race.you")} start={start} line={line} />
        <Lane name={t("race.ghost")} start={start} line={best.slice(0, taken)} />
      </div>
    </section>
  );
}

/** How far the ghost is: as far as the player, and a step further every so often once the player is done. */
function useStepsOfGhost(made: number, last: number, over: boolean): number {
  const [alone, setAlone] = useState({ from: made, steps: 0 });
  const steps = over && alone.from === made ? alone.steps : 0;
  const goesOn = over && made + steps < last;
  useEffect(() => {
    if (!goesOn) return;
    const next = isCalm() ? last - made : steps + 1;
    const timer = setTimeout(() => setAlone({ from: made, steps: next }), STEP_MS);
    return () => clearTimeout(timer);
  }, [goesOn, made, steps, last]);
  return Math.min(made + steps, last);
}

/** A small board after some rectangles, lying as the board of the replay does. */
function Lane({ name, start, line }: { name: string; start: Powers; line: readonly Rectangle[] }) {
  const across = use(OrientationContext)?.across ?? false;
  const board = line.reduce(without, start);
  const last = line.at(-1);
  return (
    <figure className={across ? "ten-lane ten-lane-across" : "ten-lane"}>
      <figcaption className="apart">
        <span>{name}</span>
        <strong className="score figures">{ghostsOn(start) - ghostsOn(board)}</strong>
      </figcaption>
      <Glass board={across ? transposed(board) : board} chalk={last && across ? acrossOf(last) : last} />
    </figure>
  );
}

function transposed(board: Powers): Powers {
  return (board[0] ?? []).map((_, col) => board.map((row) => row[col] ?? 0));
}

function acrossOf([top, left, bottom, right]: Rectangle): Rectangle {
  return [left, top, right, bottom];
}
