/** What this browser remembers for a game. */
import { useCallback, useState } from "react";

/** A value kept under a key of this browser, and a way to change it. A browser that keeps nothing obeys until the page is left. */
export function useStored<Value>(key: string, otherwise: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => read(key, otherwise));
  const change = useCallback(
    (now: Value) => {
      setValue(now);
      try {
        localStorage.setItem(`parlour.${key}`, JSON.stringify(now));
      } catch {
        // Full, or not allowed.
      }
    },
    [key],
  );
  return [value, change];
}

function read<Value>(key: string, otherwise: Value): Value {
  try {
    return JSON.parse(localStorage.getItem(`parlour.${key}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}
