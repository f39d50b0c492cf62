/** Whether something has been under way for longer than a moment: only then is it worth a word. */
import { useEffect, useState } from "react";

const SLOW_MS = 700;

/** `what` names what is under way, so that one wait is told from the next; null for nothing. */
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
