/** How much room the board has, told to its style sheet; which way round it is drawn follows from that.
 *
 * Lengths in terms of a container would say it without a script, but with them the browser styles and lays out all 170
 * tiles again whenever a figure beside the board changes.
 */
import { type RefObject, useLayoutEffect, useState } from "react";

/** Whether the board is drawn transposed, rows from left to right. */
export function useRoom(field: RefObject<HTMLElement | null>, board: RefObject<HTMLElement | null>): boolean {
  const [turned, setTurned] = useState(false);
  useLayoutEffect(() => {
    const around = field.current;
    if (!around) return;
    const tell = () => {
      const { width, height } = around.getBoundingClientRect();
      board.current?.style.setProperty("--room-across", `${width}px`);
      board.current?.style.setProperty("--room-down", `${height}px`);
      setTurned(width > height);
    };
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(around);
    return () => observer.disconnect();
  }, [field, board]);
  return turned;
}
