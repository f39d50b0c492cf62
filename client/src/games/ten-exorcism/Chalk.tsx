/** A rectangle in chalk on the glass: a selection, an attempt under way, what became of one, or a hint. */
import type { CSSProperties, ReactNode } from "react";
import type { Cell, Rectangle } from "./preview";

export type Tone = "low" | "ten" | "high" | "pending" | "yes" | "no" | "area" | "hint" | "cursor";

interface ChalkProps {
  rectangle: Rectangle;
  tone: Tone;
  /** The corner where the label stands: the one that was dragged from, so that no finger covers it. */
  corner?: Cell;
  /** The sum, or what was won. */
  children?: ReactNode;
}

/** A hand does not draw the same line twice. */
const STROKES = [
  "M1.2 2.2C30 .6 70 2 98.6 1.2 99.4 30 98 70 98.8 98.6 70 99.6 30 98 1 98.8.4 70 2 30 1.2 2.2",
  "M.6 1.4C40 2.4 66 .4 99.2 2 98.4 44 99.6 62 98.4 99.4 60 98.2 34 99.4 1.8 98.2 1.4 66 .2 40 .6 1.4",
];

export function Chalk({ rectangle, tone, corner, children }: ChalkProps) {
  const { top, left, bottom, right } = rectangle;
  const place = {
    "--top": top,
    "--left": left,
    "--high": bottom - top + 1,
    "--long": right - left + 1,
    "--low": corner?.row === bottom && bottom > top ? 1 : 0,
    "--far": corner?.col === right && right > left ? 1 : 0,
  } as CSSProperties;
  return (
    <div className={`ten-chalk ten-chalk-${tone}`} style={place}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {STROKES.map((stroke) => (
          <path key={stroke} d={stroke} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
      {children !== undefined && <span className="ten-sum figures">{children}</span>}
    </div>
  );
}

export function toneOf(sum: number): Tone {
  if (sum === 10) return "ten";
  return sum < 10 ? "low" : "high";
}
