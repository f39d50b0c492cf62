/** The keys of a replay: arrows to the sides go from move to move, up and down from mistake to mistake, Home and End
 *  to the start and the end. */
import { useEffect } from "react";

/** What keeps these keys to itself: fields, sliders, menus, dialogs, charts. */
const OWN_KEYS =
  "input, textarea, select, [role=slider], [role=menu], [role=dialog], [role=radiogroup], [role=application], svg.recharts-surface";

/** What is read and scrolled: its start and its end are reached with Home and End. */
const READING = ".replay-more, .game-aside";
const SCROLLING = ["Home", "End"];

/** A key without an action is left to the page: without mistakes, up and down scroll. */
export function useReplayKeys(actions: Readonly<Record<string, (() => void) | null>>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actions[event.key];
      // A board that is walked over with the arrows has taken its own already.
      if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const own = SCROLLING.includes(event.key) ? `${OWN_KEYS}, ${READING}` : OWN_KEYS;
      if (event.target instanceof Element && event.target.closest(own)) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
}
