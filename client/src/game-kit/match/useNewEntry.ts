/** The entry of the log that has just come. */
import { useEffect, useRef, useState } from "react";
import type { Entry, Moment } from "../contract/types";

interface NewEntry<View, Action> {
  entry: Entry<Action>;
  /** How many entries the log has with it. */
  seq: number;
  before: View;
  after: View;
}

/** The entry that led to this moment, if it was seen to come: null at first, and after a jump of a replay.
 *
 * `onEntry` is called once for each, to say it and to play it; what is drawn follows from what is returned.
 */
export function useNewEntry<View, Action>(
  moment: Moment<View, Action>,
  onEntry?: (now: NewEntry<View, Action>) => void,
): NewEntry<View, Action> | null {
  const [seen, setSeen] = useState(moment);
  const [newest, setNewest] = useState<NewEntry<View, Action> | null>(null);
  if (seen.seq !== moment.seq) {
    const { seq, last, view } = moment;
    const next = seq === seen.seq + 1 && last !== null;
    setSeen(moment);
    setNewest(next ? { entry: last, seq, before: seen.view, after: view } : null);
  }
  const latest = useRef(onEntry);
  useEffect(() => {
    latest.current = onEntry;
  });
  useEffect(() => {
    if (newest) latest.current?.(newest);
  }, [newest]);
  return newest;
}
