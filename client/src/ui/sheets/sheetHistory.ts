/**
 * Back closes a sheet: while sheets are open, as many entries of the browser's history stand for them, each with its
 * number in the state of the page that it covers. Whatever opens, closes or leaves, history is made to agree a moment later.
 */
import type { AroundNavHandler } from "wouter";

interface OpenSheet {
  close: () => void;
}

let open: readonly OpenSheet[] = [];
/** Entries are being left: until that has happened the browser names the one that it comes from. */
let travelling = false;
const waiting: (() => void)[] = [];

/** A sheet is open from now on; the answer says that it is not any more. */
export function sheetOpened(close: () => void): () => void {
  const sheet = { close };
  open = [...open, sheet];
  agreeSoon();
  return () => {
    open = open.filter((other) => other !== sheet);
    agreeSoon();
  };
}

/** Goes to another page in the place of the sheets that covered this one, so that Back does not come upon them again. */
export const navigateFromSheets: AroundNavHandler = (navigate, to, options) => {
  if (travelling) {
    waiting.push(() => navigateFromSheets(navigate, to, options));
    return;
  }
  if (entries() === 0) {
    navigate(to, options);
    return;
  }
  const stays = new URL(to, location.href).pathname === location.pathname;
  navigate(to, { ...options, replace: true, state: stays ? history.state : null });
};

const entries = (): number => (history.state as { sheets?: number } | null)?.sheets ?? 0;

/** After what happens together: of two sheets that change places the second takes over the entry of the first. */
function agreeSoon(): void {
  setTimeout(agree);
}

function agree(): void {
  if (travelling) return;
  const more = open.length - entries();
  if (more < 0) {
    travelling = true;
    history.go(more);
  }
  for (let number = entries() + 1; more > 0 && number <= open.length; number++) {
    history.pushState({ sheets: number }, "");
  }
}

window.addEventListener("popstate", () => {
  if (travelling) {
    travelling = false;
    for (const go of waiting.splice(0)) go();
  } else {
    for (const sheet of open.slice(entries()).reverse()) sheet.close();
  }
  agreeSoon();
});
// A page that was loaded again has no sheet open.
agreeSoon();
