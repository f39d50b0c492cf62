/** Short things to say: aloud to screen readers, or on show for a moment too. */
import { useEffect, useState } from "react";
import { observable, useObservable } from "@/observable";
import "./notices.css";

interface Notice {
  count: number;
  text: string;
}

const SHOWN_MS = 4000;
const spoken = observable<Notice>({ count: 0, text: "" });
/** The last notice for everybody: what a screen reader is told after it does not take it off. */
const shown = observable<Notice>(spoken.get());

/** Tells a screen reader. */
export function announce(text: string): void {
  spoken.set({ count: spoken.get().count + 1, text });
}
/** Tells everybody. */
export function notify(text: string): void {
  announce(text);
  shown.set(spoken.get());
}

export function Notices() {
  const notice = useObservable(spoken);
  const onShow = useObservable(shown);
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
