/** Thread and cloth of the seats. Each seat has a colour, a pattern and a letter, so that colour alone never counts. */
import type { CSSProperties } from "react";
import "./stitches.css";

export const LETTERS = "ABCD";

/** The seat's colour for everything inside. */
export const seatStyle = (seat: number): CSSProperties =>
  ({ "--seat": `var(--seat-${seat})` }) as CSSProperties;

/** Diagonal lines, dots, a grid, waves. */
const PATTERNS = [
  <path key="lines" d="M-4 4 4-4M0 16 16 0M12 20l8-8" />,
  <circle key="dots" cx="8" cy="8" r="3.4" fill="var(--seat)" stroke="none" />,
  <path key="grid" d="M0 8h16M8 0v16" />,
  <path key="waves" d="M-8 6q4-5 8 0t8 0 8 0 8 0M-8 14q4-5 8 0t8 0 8 0 8 0" />,
];

/** To be put once into every picture that shows patterns; `id` keeps those of two pictures apart. */
export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      {PATTERNS.map((drawing, seat) => (
        <pattern
          key={drawing.key}
          id={patternId(id, seat)}
          width="16"
          height="16"
          patternUnits="userSpaceOnUse"
          className="dots-pattern"
          style={seatStyle(seat)}
        >
          {drawing}
        </pattern>
      ))}
    </defs>
  );
}

export const patternId = (id: string, seat: number): string => `${id}-seat-${seat}`;

/** A thread along the x axis. Its twist repeats the seat's pattern. */
export function Thread({ length, seat }: { length: number; seat: number }) {
  const ends = { x1: 0, x2: length, y1: 0, y2: 0 };
  return (
    <g className="dots-thread" style={seatStyle(seat)}>
      <line {...ends} className="dots-thread-shade" />
      <line {...ends} className="dots-thread-base" />
      <path className={`dots-twist dots-twist-${seat}`} d={twist(seat, length)} />
    </g>
  );
}

function twist(seat: number, length: number): string {
  const marks = (step: number, draw: (x: number) => string) =>
    Array.from({ length: Math.floor((length - 22) / step) }, (_, index) => draw(14 + index * step)).join("");
  if (seat === 0) return marks(12, (x) => `M${x} 5l7-10`);
  if (seat === 1) return marks(14, (x) => `M${x + 2} 0h.01`);
  if (seat === 2) return `M12 0H${length - 12}${marks(12, (x) => `M${x + 2}-6v12`)}`;
  return `M12 0q4-7 8 0${"t8 0".repeat(Math.floor((length - 32) / 8))}`;
}

/** A letter on its cloth: how a seat is shown outside the board. */
export function Patch({ seat, id }: { seat: number; id: string }) {
  return (
    <svg className="dots-patch" viewBox="0 0 48 48" style={seatStyle(seat)} aria-hidden="true">
      <Patterns id={id} />
      <rect className="dots-cloth-base" x="1" y="1" width="46" height="46" rx="9" />
      <rect x="1" y="1" width="46" height="46" rx="9" fill={`url(#${patternId(id, seat)})`} />
      <rect className="dots-cloth-seam" x="2" y="2" width="44" height="44" rx="8" />
      <text className="dots-letter" x="24" y="33" fontSize="26">
        {LETTERS[seat]}
      </text>
    </svg>
  );
}
