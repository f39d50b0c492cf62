/** Short things to say: aloud to screen readers, or on show for a moment too. */
import { useEffect, useState, useSyncExternalStore } from "react";
import "./notices.css";

interface Notice {
  count: number;
  text: string;
  shown: boolean;
}

const SHOWN_MS = 4000;
let current: Notice = { count: 0, text: "", shown: false };
const listeners = new Set<() => void>();

function say(text: string, shown: boolean): void {
  current = { count: current.count + 1, text, shown };
  for (const listener of listeners) listener();
}

/** Tell a screen reader. */
export const announce = (text: string): void => say(text, false);
/** Tell everybody. */
export const notify = (text: string): void => say(text, true);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Notices() {
  const notice = useSyncExternalStore(subscribe, () => current);
  const [faded, setFaded] = useState(0);
  useEffect(() => {
    if (!notice.shown) return;
    const timer = setTimeout(() => setFaded(notice.count), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  // Two regions in turn: the same words said twice are then two changes.
  return (
    <>
      <div className="unseen" aria-live="polite">
        {notice.count % 2 === 0 ? notice.text : ""}
      </div>
      <div className="unseen" aria-live="polite">
        {notice.count % 2 === 1 ? notice.text : ""}
      </div>
      {notice.shown && faded !== notice.count && (
        <div className="notice" aria-hidden="true" key={notice.count}>
          {notice.text}
        </div>
      )}
    </>
  );
}
