/** Whether something has been under way for longer than a moment: only then is it worth a word. */
import { useEffect, useState } from "react";

const SLOW_MS = 700;

/** `what` tells one from the next; null while nothing is under way. */
export function useSlow(what: string | null): boolean {
  const [slow, setSlow] = useState<string | null>(null);
  useEffect(() => {
    if (what === null) return;
    const timer = setTimeout(() => setSlow(what), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(null);
    };
  }, [what]);
  return what !== null && slow === what;
}
