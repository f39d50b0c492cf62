/** Keys that work wherever the focus is. */
import { useEffect, useRef } from "react";
import type { Action } from "./types";
import type { GameState } from "./useGameState";

interface Keys {
  game: GameState;
  submit: ((action: Action) => void) | null;
  onHint: () => void;
}

export function useKeys(keys: Keys): void {
  const now = useRef(keys);
  useEffect(() => {
    now.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest("[role=dialog], input, textarea, select"))
        return;
      if (pressed(now.current, event.key)) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Whether the key meant something. */
function pressed({ game, submit, onHint }: Keys, key: string): boolean {
  if (/^[1-9]$/.test(key)) {
    if (submit) game.choose(Number(key));
    return true;
  }
  switch (key.toLowerCase()) {
    case "escape":
      game.letGo();
      return true;
    case "u":
      submit?.({ do: "undo" });
      return true;
    case "h":
      if (submit) onHint();
      return true;
    case "m":
      game.setManner({ hidden: !game.manner.hidden });
      return true;
    case "p":
      game.setManner({ marks: "own" });
      game.setPencil(!game.pencil);
      return true;
    default:
      return false;
  }
}
