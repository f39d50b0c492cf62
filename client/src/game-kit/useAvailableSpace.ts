/** How much space there is for a board, told to its style sheet.
 *
 * Lengths in terms of a container would say it without a script, but with them the browser styles and lays out every
 * cell again whenever a figure beside the board changes.
 */
import { type RefObject, useLayoutEffect, useState } from "react";

/** Sets `--space-across` and `--space-down` on the board; returns whether there is more across than down. */
export function useAvailableSpace(
  around: RefObject<HTMLElement | null>,
  board: RefObject<HTMLElement | null>,
): boolean {
  const [across, setAcross] = useState(false);
  useLayoutEffect(() => {
    const element = around.current;
    if (!element) return;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      board.current?.style.setProperty("--space-across", `${width}px`);
      board.current?.style.setProperty("--space-down", `${height}px`);
      setAcross(width > height);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [around, board]);
  return across;
}
