/** How much space there is for a board, told to its style sheet.
 *
 * Lengths in terms of a container would say it without a script, but with them the browser styles and lays out every
 * cell again whenever a figure beside the board changes.
 */
import { createContext, type RefObject, use, useLayoutEffect, useState } from "react";

/** Whether boards lie across, once one was measured: it stays so, whatever becomes of the window. */
export interface Orientation {
  across: boolean | null;
}

/** For boards that are to lie the same way: the first that is shown decides for all. Alone a board decides for itself. */
export const OrientationContext = createContext<Orientation | null>(null);

/** Sets `--space-across` and `--space-down` on the board; returns whether there was more across than down at first.
 *
 * A window higher than wide has upright boards only: a replay, whose frame is lower, shows them as they were played.
 */
export function useAvailableSpace(
  around: RefObject<HTMLElement | null>,
  board: RefObject<HTMLElement | null>,
): boolean {
  const [own] = useState<Orientation>({ across: null });
  const orientation = use(OrientationContext) ?? own;
  const [across, setAcross] = useState(orientation.across ?? false);
  useLayoutEffect(() => {
    const element = around.current;
    if (!element) return;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      board.current?.style.setProperty("--space-across", `${width}px`);
      board.current?.style.setProperty("--space-down", `${height}px`);
      orientation.across ??= width > height && innerWidth > innerHeight;
      setAcross(orientation.across);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [around, board, orientation]);
  return across;
}
