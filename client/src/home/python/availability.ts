/** Whether Python runs in this browser, or is kept here: then it may as well work. */
import { useServerUnreachable } from "@/api/reachable";
import { observable, useObservable } from "@/observable";

/** Null while nobody has looked. */
const available = observable<boolean | null>(null);

export const setPythonAvailable = (is: boolean): void => available.set(is);

/** Python is kept here, or is not; one that has started meanwhile works, whatever is kept. */
export function setPythonAvailableIfKept(kept: boolean): void {
  if (kept || !isPythonAvailable()) setPythonAvailable(kept);
}

export const isPythonAvailable = (): boolean => available.get() === true;

/** Somebody has looked, and it is not here. */
export const isPythonMissing = (): boolean => available.get() === false;

/** Whether a game can be begun now: at the server, or here while that is unreachable. */
export function useCanBegin({ at_home }: { at_home: boolean }): boolean {
  const kept = useObservable(available);
  return !useServerUnreachable() || (at_home && kept !== false);
}
