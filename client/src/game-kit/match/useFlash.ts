/** Something that is shown because it has just come: a notice, a mark, what was shaken. */
import { useCallback, useEffect, useRef, useState } from "react";

/** A value on show. `count` grows with each, so that two equal ones in a row are still two. */
export type Flash<Value> = Value & { readonly count: number };

/** What is shown now, and a way to show something else; null for nothing. After `ms` milliseconds, if there are any given,
 * it goes by itself.
 */
export function useFlash<Value extends object>(
  ms?: number,
): [Flash<Value> | null, (value: Value | null) => void] {
  const [shown, setShown] = useState<Flash<Value> | null>(null);
  const count = useRef(0);
  const show = useCallback((value: Value | null) => {
    count.current += 1;
    setShown(value && { ...value, count: count.current });
  }, []);
  useEffect(() => {
    if (!shown || ms === undefined) return;
    const timer = setTimeout(() => setShown(null), ms);
    return () => clearTimeout(timer);
  }, [shown, ms]);
  return [shown, show];
}
