/** The key that tells how the game on this page is played, wherever the focus is. */
import { useEffect } from "react";

/** Dialogs and fields keep their keys. Null where there is nothing to tell. */
export function useHelpKey(tell: (() => void) | null): void {
  useEffect(() => {
    if (!tell) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest("[role=dialog], input, textarea, select")) return;
      event.preventDefault();
      tell();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
}
