/** How many moves a replay has made at each of its steps, as an analysis counts them. */
import type { Schema } from "@/api/client";
import type { Entry } from "@/game-kit/contract/types";

type Step = Schema["Step"];

/** What a log holds beside moves, in every game: to be ready, and to stop early. */
const NO_MOVES: readonly string[] = ["ready", "finish"];
const TIME_UP = "time-up";

/** One number for each step. `asking` names the game's actions that ask for help. */
export function movesAt(steps: readonly Step[], asking: readonly string[] = []): number[] {
  let made = 0;
  return steps.map((step, index) => {
    if (isMove(step, steps[index - 1], asking)) made += 1;
    return made;
  });
}

/** The step at which play begins: until then everybody got ready, and nothing changed on the board. */
export function startOf(steps: readonly Step[]): number {
  const played = steps.findIndex((step, index) => index > 0 && actionOf(step) !== "ready");
  return played < 0 ? steps.length - 1 : played - 1;
}

function actionOf(step: Step): string | undefined {
  return (step.entry as Entry<{ do: string }> | null)?.action.do;
}

/** A refusal is none, and neither is the end of the time that only ends the game. */
function isMove(step: Step, before: Step | undefined, asking: readonly string[]): boolean {
  const entry = step.entry as Entry<{ do: string }> | null;
  if (!entry || entry.refused != null) return false;
  const done = entry.action.do;
  if (done === TIME_UP) return step.outcome === null || String(step.scores) !== String(before?.scores);
  return !NO_MOVES.includes(done) && !asking.includes(done);
}
