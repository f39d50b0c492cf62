/** Focus that the page sets of its own accord: shown to whoever used a key last.
 *
 * Whoever points would take the ring for a choice of theirs. To them it shows itself at the first key.
 */

type Place = HTMLElement | SVGElement;

let byKey = false;
let unshown: Place | null = null;

addEventListener(
  "keydown",
  () => {
    byKey = true;
    if (unshown && unshown === document.activeElement) show(unshown);
    unshown = null;
  },
  true,
);
addEventListener(
  "pointerdown",
  () => {
    byKey = false;
  },
  true,
);

export function bringFocus(place: Place): void {
  place.focus({ preventScroll: true, focusVisible: byKey });
  unshown = byKey ? null : place;
}

/** Whether no part of the page has the focus: nothing is taken from whoever uses it. */
export function nothingFocused(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused === document.querySelector("main");
}

/** A browser decides about the ring when the focus comes, so it comes again. */
function show(place: Place): void {
  place.blur();
  place.focus({ preventScroll: true, focusVisible: true });
}
