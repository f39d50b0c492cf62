/** Whether Python runs in this browser, or is kept here: then it may as well work. */
import { useServerUnreachable } from "@/api/reachable";
import { observable, useObservable } from "@/observable";

/** Null while nobody has looked. */
const able = observable<boolean | null>(null);

export const setAble = (is: boolean): void => able.set(is);

/** Python is kept here, or is not; one that has started meanwhile works, whatever is kept. */
export function setAbleIfKept(kept: boolean): void {
  if (kept || !isAble()) setAble(kept);
}

export const isAble = (): boolean => able.get() === true;

/** Somebody has looked, and it is not here. */
export const isUnable = (): boolean => able.get() === false;

/** Whether a game can be begun now: at the server, or here while that is unreachable. */
export function useCanBegin({ at_home }: { at_home: boolean }): boolean {
  const kept = useObservable(able);
  return !useServerUnreachable() || (at_home && kept !== false);
}
