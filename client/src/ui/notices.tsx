/** Short things to say: aloud to screen readers, or on show for a moment too. */
import { useEffect, useState, useSyncExternalStore } from "react";
import "./notices.css";

interface Notice {
  count: number;
  text: string;
}

const SHOWN_MS = 4000;
let current: Notice = { count: 0, text: "" };
/** The last that was for everybody: what is said after it to a screen reader does not take it off. */
let shown: Notice = current;
const listeners = new Set<() => void>();

function say(text: string): void {
  current = { count: current.count + 1, text };
  for (const listener of listeners) listener();
}

/** Tell a screen reader. */
export const announce = say;
/** Tell everybody. */
export function notify(text: string): void {
  shown = { count: current.count + 1, text };
  say(text);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Notices() {
  const notice = useSyncExternalStore(subscribe, () => current);
  const onShow = useSyncExternalStore(subscribe, () => shown);
  const [faded, setFaded] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setFaded(onShow.count), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [onShow]);
  // Two regions in turn: the same words said twice are then two changes.
  return (
    <>
      <div className="unseen" aria-live="polite">
        {notice.count % 2 === 0 ? notice.text : ""}
      </div>
      <div className="unseen" aria-live="polite">
        {notice.count % 2 === 1 ? notice.text : ""}
      </div>
      {faded !== onShow.count && (
        <div className="notice" aria-hidden="true" key={onShow.count}>
          {onShow.text}
        </div>
      )}
    </>
  );
}
