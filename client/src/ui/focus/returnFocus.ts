/** Where the keyboard goes when a sheet is closed: to what was used before, and never to nowhere. */
import { takeToMain } from "./arrival";

const USABLE = "a[href], button, input, select, textarea, [tabindex]";
const SHEET = "[role=dialog]";

/** What was used last outside of all sheets. Not every browser gives the focus to a button that is clicked. */
let used: HTMLElement | null = null;

for (const type of ["focusin", "pointerdown"]) {
  document.addEventListener(
    type,
    ({ target }) => {
      const now = target instanceof Element ? target.closest<HTMLElement>(USABLE) : null;
      if (now && !now.closest(SHEET)) used = now;
    },
    true,
  );
}

/** What a sheet that opens now was opened from. */
export function openedFrom(): HTMLElement | null {
  const now = document.activeElement;
  return now instanceof HTMLElement && now !== document.body ? now : used;
}

/** After a sheet has closed; if what it was opened from is gone, to what was used before, or to what the page is about. */
export function returnFocus(opener: HTMLElement | null): void {
  if (document.activeElement?.closest(SHEET)) return;
  for (const candidate of [opener, used]) {
    if (!candidate?.isConnected) continue;
    candidate.focus({ preventScroll: true });
    if (document.activeElement === candidate) return;
  }
  const below = [...document.querySelectorAll<HTMLElement>(SHEET)].at(-1);
  if (below) below.focus({ preventScroll: true });
  else takeToMain();
}
