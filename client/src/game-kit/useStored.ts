/** What this browser remembers for a game. */

import { useCallback, useRef, useState } from "react";
import { keyOf } from "@/base";

/** A value kept under a key of this browser, and a way to change it. A browser that keeps nothing obeys until the page is left.
 *
 * A change given as a function starts from what is kept now, so that another window's changes are not lost.
 */
export function useStored<Value>(
  key: string,
  otherwise: Value,
): [Value, (change: Value | ((kept: Value) => Value)) => void] {
  const [value, setValue] = useState(() => read(key, otherwise));
  const latest = useRef(value);
  const change = useCallback(
    (next: Value | ((kept: Value) => Value)) => {
      latest.current = next instanceof Function ? next(read(key, latest.current)) : next;
      setValue(latest.current);
      try {
        localStorage.setItem(keyOf(key), JSON.stringify(latest.current));
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
    return JSON.parse(localStorage.getItem(keyOf(key)) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}
