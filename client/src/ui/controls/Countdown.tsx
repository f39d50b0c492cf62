/** The time until a moment, told anew every second. */
import { type ReactNode, useEffect, useState } from "react";

/** `ends` is in milliseconds since 1970; the children make words of the seconds that are left. */
export function Countdown({ ends, children }: { ends: number; children: (seconds: number) => ReactNode }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">{children(Math.max(0, Math.round((ends - now) / 1000)))}</span>;
}
