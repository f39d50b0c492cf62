/** Whether Python runs in this browser, or is kept here: then it may as well work. */
import { useSyncExternalStore } from "react";
import { useServerSilent } from "@/api/reachable";

/** Null while nobody has looked. */
let able: boolean | null = null;
const listeners = new Set<() => void>();

export function setAble(is: boolean): void {
  able = is;
  for (const listener of listeners) listener();
}

export const isAble = (): boolean => able === true;

/** Somebody has looked, and it is not here. */
export const isUnable = (): boolean => able === false;

/** Whether a game can be begun now: at the server, or here while that is silent. */
export function useCanBegin({ at_home }: { at_home: boolean }): boolean {
  const kept = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => able,
  );
  return !useServerSilent() || (at_home && kept !== false);
}
