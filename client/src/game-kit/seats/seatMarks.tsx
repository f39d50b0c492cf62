/** How a seat is told from the others: by a colour, a pattern and a letter, so that colour alone never counts. */
import { type CSSProperties, type SVGProps, useId } from "react";
import { useHost } from "../contract/host";
import type { AnalysisProps } from "../contract/types";
import { seatLetter } from "../match/playerNames";
import "./seats.css";

/** The seat's colour for everything inside, as `--seat`. */
export const seatStyle = (seat: number): CSSProperties =>
  ({ "--seat": `var(--seat-${seat})` }) as CSSProperties;

/** Diagonal lines, dots, a grid, waves: as paths, and how wide they are drawn. */
const PATTERNS = [
  ["M-4 4 4-4M0 16 16 0M12 20l8-8", 2.4],
  ["M8 8h.01", 6.8],
  ["M0 8h16M8 0v16", 2.4],
  ["M-8 6q4-5 8 0t8 0 8 0 8 0M-8 14q4-5 8 0t8 0 8 0 8 0", 2.4],
] as const;

/** To be put once into every picture that shows patterns; `id` keeps those of two pictures apart. */
export function SeatPatterns({ id }: { id: string }) {
  return PATTERNS.map(([path, width], seat) => (
    <pattern key={path} id={`${id}-${seat}`} width="16" height="16" patternUnits="userSpaceOnUse">
      <g fill="none" stroke={`var(--seat-${seat})`} opacity="0.62">
        <path d={path} strokeWidth={width} strokeLinecap={seat === 1 ? "round" : undefined} />
      </g>
    </pattern>
  ));
}

/** A rectangle in a seat's colour and pattern; `patterns` is the id of those of its picture. */
export function SeatSurface({
  seat,
  patterns,
  ...rect
}: SVGProps<SVGRectElement> & { seat: number; patterns: string }) {
  return (
    <g style={seatStyle(seat)}>
      <rect {...rect} fill="color-mix(in srgb, var(--seat) 24%, var(--table))" />
      <rect {...rect} fill={`url(#${patterns}-${seat})`} />
    </g>
  );
}

const MARKS_COLOUR = "light-dark(#fffaf0, #1d1627)";
/** Seat by seat: strokes are thinner than dots. */
const MARKS_WIDTH = [2.5, 6, 2, 2.5];

/** A line along the x axis in a seat's colour, with marks on it that repeat its pattern. */
export function SeatLine({ length, seat }: { length: number; seat: number }) {
  const line = `M0 0h${length}`;
  return (
    <g className="seat-line" style={seatStyle(seat)} fill="none" strokeWidth="12" strokeLinecap="round">
      <path className="seat-line-shade" stroke="var(--shade)" d={line} />
      <path stroke="var(--seat)" d={line} />
      <path stroke={MARKS_COLOUR} strokeWidth={MARKS_WIDTH[seat]} d={marksAlong(seat, length)} />
    </g>
  );
}

/** Slanting strokes, dots, strokes across, waves: the seat's pattern again, so that colour alone never counts. A line that
 * is too short for them has few or none. */
function marksAlong(seat: number, length: number): string {
  const every = (step: number, draw: (x: number) => string) =>
    Array.from({ length: Math.floor((length - 22) / step) }, (_, index) => draw(14 + index * step)).join("");
  if (seat === 0) return every(12, (x) => `M${x} 5l7-10`);
  if (seat === 1) return every(14, (x) => `M${x + 2} 0h.01`);
  if (seat === 2) return `M12 0H${length - 12}${every(12, (x) => `M${x + 2}-6v12`)}`;
  return `M12 0q4-7 8 0${"t8 0".repeat(Math.max(0, Math.floor((length - 32) / 8)))}`;
}

/** The seat's letter on its pattern: how it is shown outside the board. */
export function SeatBadge({ seat }: { seat: number }) {
  const id = useId();
  return (
    <svg className="seat-badge" viewBox="0 0 48 48" style={seatStyle(seat)} aria-hidden="true">
      <SeatPatterns id={id} />
      <SeatSurface seat={seat} patterns={id} x="1" y="1" width="46" height="46" rx="9" />
      <rect className="seat-seam" x="2" y="2" width="44" height="44" rx="8" />
      <text className="seat-sign" x="24" y="33" fontSize="26">
        {seatLetter(seat)}
      </text>
    </svg>
  );
}

/** A player of a match that is over, with the seat's badge: for the tables of analyses. */
export function SeatOf({ seats, seat }: Pick<AnalysisProps<unknown>, "seats"> & { seat: number }) {
  const { t } = useHost();
  const { name, bot } = seats[seat] ?? { name: "" };
  return (
    <span className="seat-named">
      <SeatBadge seat={seat} />
      <span className="unseen">{seatLetter(seat)}</span>
      {bot ? t("seat.bot", { level: t(`level.${bot}`, { defaultValue: bot }) }) : name}
    </span>
  );
}

/** Points so far as one strip, seat by seat; what is left of `all` stays bare. `label` says the same in words. */
export function ScoreStrip({
  scores,
  all,
  label,
}: {
  scores: readonly number[];
  all: number;
  label: string;
}) {
  const id = useId();
  const side = 16;
  const width = all * side;
  return (
    <svg
      className="score-strip"
      viewBox={`0 0 ${width} ${side}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <SeatPatterns id={id} />
      <rect width={width} height={side} rx="3" fill="var(--table)" stroke="var(--edge)" />
      {scores.map((score, seat) => {
        const before = scores.slice(0, seat).reduce((sum, one) => sum + one, 0);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
          <g key={seat} transform={`translate(${before * side})`}>
            <SeatSurface seat={seat} patterns={id} width={score * side} height={side} />
          </g>
        );
      })}
    </svg>
  );
}
