/** A line in the colour of its seat; the marks on it repeat the seat's pattern, so that colour alone never counts. */
import { seatStyle } from "@/game-kit";

const MARKS_COLOUR = "light-dark(#fffaf0, #1d1627)";
const MARKS_WIDTH = [2.5, 6, 2, 2.5];

/** Along the x axis. */
export function SeatLine({ length, seat }: { length: number; seat: number }) {
  const line = `M0 0h${length}`;
  return (
    <g className="dots-stroke" style={seatStyle(seat)} fill="none" strokeWidth="12" strokeLinecap="round">
      <path className="dots-stroke-shade" stroke="var(--shade)" d={line} />
      <path stroke="var(--seat)" d={line} />
      <path stroke={MARKS_COLOUR} strokeWidth={MARKS_WIDTH[seat]} d={marksOf(seat, length)} />
    </g>
  );
}

function marksOf(seat: number, length: number): string {
  const every = (step: number, draw: (x: number) => string) =>
    Array.from({ length: Math.floor((length - 22) / step) }, (_, index) => draw(14 + index * step)).join("");
  if (seat === 0) return every(12, (x) => `M${x} 5l7-10`);
  if (seat === 1) return every(14, (x) => `M${x + 2} 0h.01`);
  if (seat === 2) return `M12 0H${length - 12}${every(12, (x) => `M${x + 2}-6v12`)}`;
  return `M12 0q4-7 8 0${"t8 0".repeat(Math.floor((length - 32) / 8))}`;
}
