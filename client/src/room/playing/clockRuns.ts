/** Whether time runs on while nobody is there: towards a limit, or for a score that depends on it. */
import { useListedGame } from "@/catalogue/names";
import type { Moment } from "@/game-kit/contract/types";

export function useClockRuns(game: string, moment: Moment<unknown, unknown> | undefined): boolean {
  const counts = useListedGame(game)?.time_counts === true;
  if (!moment) return false;
  const begun = moment.view !== null;
  return moment.dueMs !== null || (counts && begun);
}
