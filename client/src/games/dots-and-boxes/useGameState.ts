/** What only this screen knows: where the keyboard is, which thread was touched in vain, what a pointer is about to do. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { type Cloth, HIGH, lineBeside, MARGIN, ownerOf, WIDE } from "./cloth";
import { lineAt } from "./preview";

export interface Vain {
  line: string;
  count: number;
}

interface Wishes {
  cloth: Cloth;
  /** Draw a line that is free; null while nothing can be drawn. */
  draw: ((line: string) => void) | null;
  /** A line was tried that somebody drew already. */
  taken: (line: string) => void;
  /** Show which line a pointer means; null for none. */
  aim: (line: string | null) => void;
}

export function useGameState({ cloth, draw, taken, aim }: Wishes) {
  const [cursor, setCursor] = useState("h00");
  const [vain, setVain] = useState<Vain | null>(null);
  const pressed = useRef(false);

  const attempt = (line: string) => {
    aim(null);
    if (!draw) return;
    if (ownerOf(cloth, line) === null) return draw(line);
    setVain((before) => ({ line, count: (before?.count ?? 0) + 1 }));
    taken(line);
  };
  const meant = (event: PointerEvent<SVGSVGElement>): string | null => {
    const box = event.currentTarget.getBoundingClientRect();
    const [rows, cols] = [cloth.boxes.length, cloth.boxes[0]?.length ?? 0];
    const x = ((event.clientX - box.left) / box.width) * (cols * WIDE + 2 * MARGIN) - MARGIN;
    const y = ((event.clientY - box.top) / box.height) * (rows * HIGH + 2 * MARGIN) - MARGIN;
    return lineAt(x / WIDE, y / HIGH, rows, cols);
  };
  const letGo = () => {
    pressed.current = false;
    aim(null);
  };

  return {
    cursor,
    vain,
    attempt,
    setCursor,
    pointer: {
      onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
        if (!draw || event.button !== 0) return;
        pressed.current = true;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        aim(meant(event));
      },
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
        if (draw && (pressed.current || event.pointerType === "mouse" || event.pointerType === "pen"))
          aim(meant(event));
      },
      onPointerUp: (event: PointerEvent<SVGSVGElement>) => {
        if (!pressed.current) return;
        const line = meant(event);
        letGo();
        if (line) attempt(line);
      },
      onPointerCancel: letGo,
      onPointerLeave: () => {
        if (!pressed.current) aim(null);
      },
    },
    /** Where a key leads; Enter and Space draw, Escape lets go of what is aimed at. */
    onKeyDown: (event: KeyboardEvent<SVGElement>, focus: (line: string) => void) => {
      if (event.key === "Escape") return letGo();
      const next = lineBeside(cloth, cursor, event.key);
      if (next === null && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (next === null) return attempt(cursor);
      setCursor(next);
      focus(next);
    },
  };
}
