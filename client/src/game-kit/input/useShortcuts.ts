/** Keys that work wherever the focus is. */
import { useEffect, useRef } from "react";

/** What to do at a key, by its name in small letters; the ref goes on an element of the game.
 *
 * Of several games on a page the keys belong to the one with the focus, else to the first. Dialogs and fields keep theirs.
 */
export function useShortcuts(actions: Readonly<Record<string, () => void>>) {
  const inside = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const action = actions[event.key.toLowerCase()];
      if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest("[role=dialog], input, textarea, select")) return;
      const game = target.closest(".game-page") ?? document.querySelector(".game-page");
      if (!game?.contains(inside.current)) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
  return inside;
}
