/** A rectangle in chalk on the glass: a selection, one that is on its way, what became of it, a hint, or what an analysis
 * marks.
 *
 * Strokes and label cover the whole board and are moved into place by transforms, and the label has a size of its own:
 * one that follows a pointer is drawn without React, and nothing around it is styled or laid out again.
 */
import { type Ref, use, useLayoutEffect, useRef } from "react";
import { BoardLegend, type Cell, type CellLayout, CellLayoutContext } from "@/game-kit";
import type { Rectangle } from "../types";

type Tone =
  | "low"
  | "ten"
  | "high"
  | "pending"
  | "yes"
  | "no"
  | "area"
  | "hint"
  | "cursor"
  | "played"
  | "better";

interface Drawing {
  rectangle: Rectangle;
  tone: Tone;
  /** The corner where the label stands: the one that was dragged from, so that no finger covers it. */
  corner?: Cell;
  /** The sum, or what was won. */
  label?: string | number;
}

/** A hand does not draw the same line twice. */
const STROKES = [
  "M1.2 2.2C30 .6 70 2 98.6 1.2 99.4 30 98 70 98.8 98.6 70 99.6 30 98 1 98.8.4 70 2 30 1.2 2.2",
  "M.6 1.4C40 2.4 66 .4 99.2 2 98.4 44 99.6 62 98.4 99.4 60 98.2 34 99.4 1.8 98.2 1.4 66 .2 40 .6 1.4",
];

export function Chalk(drawing: Drawing) {
  const ref = useRef<HTMLDivElement>(null);
  const layout = use(CellLayoutContext);
  useLayoutEffect(() => {
    drawChalk(ref.current, layout, drawing);
  });
  return <BareChalk ref={ref} labelled={drawing.label !== undefined} />;
}

/** A chalk that `drawChalk` alone draws: nothing that it sets is set by React. */
export function BareChalk({ ref, labelled }: { ref: Ref<HTMLDivElement>; labelled: boolean }) {
  return (
    <div ref={ref} className="ten-chalk">
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <g>
          {STROKES.map((stroke) => (
            <path key={stroke} d={stroke} vectorEffect="non-scaling-stroke" />
          ))}
        </g>
      </svg>
      {labelled && (
        <div className="ten-label">
          <span className="ten-sum figures" />
        </div>
      )}
    </div>
  );
}

export function drawChalk(
  chalk: HTMLElement | null,
  { rows, cols, turned }: CellLayout,
  drawing: Drawing,
): void {
  if (!chalk) return;
  const { rectangle, tone, corner, label = "" } = drawing;
  const [top, left, bottom, right] = rectangle;
  const name = `ten-chalk ten-chalk-${tone}`;
  if (chalk.className !== name) chalk.className = name;

  // A pair is how far down and how far along, in shares of the board.
  type Shares = readonly [number, number];
  const seen = ([down, along]: Shares) => (turned ? [down, along] : [along, down]).map(short);
  const from: Shares = [top / rows, left / cols];
  const size: Shares = [(bottom - top + 1) / rows / 100, (right - left + 1) / cols / 100];
  chalk.querySelector("g")?.setAttribute("transform", `translate(${seen(from)}) scale(${seen(size)})`);

  const place = chalk.querySelector<HTMLElement>(".ten-label");
  const sum = place?.querySelector(".ten-sum");
  if (!place || !sum) return;
  const low = corner?.row === bottom && bottom > top;
  const far = corner?.col === right && right > left;
  const edge: Shares = [(low ? bottom + 1 : top) / rows, (far ? right + 1 : left) / cols];
  const middle: Shares = [(top + bottom + 1) / 2 / rows, (left + right + 1) / 2 / cols];
  place.style.translate = seen(tone === "yes" ? middle : edge)
    .map((share) => `${share * 100}%`)
    .join(" ");
  const text = `${label}`;
  if (sum.firstChild) sum.firstChild.nodeValue = text;
  else sum.textContent = text;
}

const short = (share: number) => Math.round(share * 1e6) / 1e6;

export function toneOf(sum: number): Tone {
  if (sum === 10) return "ten";
  return sum < 10 ? "low" : "high";
}

/** What an analysis draws: the rectangle that was taken, dashed, and the better ones, numbered. */
export interface Marks {
  played: Rectangle;
  /** What the best way takes instead, in its order. */
  better: readonly Rectangle[];
}

export function RectangleMarks({ marks: { played, better } }: { marks: Marks }) {
  return (
    <>
      {better.map((rectangle, index) => (
        <Chalk
          key={`${rectangle}`}
          tone="better"
          rectangle={rectangle}
          corner={cornerFor(rectangle, index)}
          label={index + 1}
        />
      ))}
      <Chalk
        key={`${played}`}
        tone="played"
        rectangle={played}
        corner={{ row: played[2], col: played[3] }}
        label="×"
      />
    </>
  );
}

/** Rectangles that take the same ghosts often share a corner: their numbers stand at different ones. */
function cornerFor([top, left, bottom, right]: Rectangle, index: number): Cell {
  return { row: index % 3 === 2 ? bottom : top, col: index % 3 === 1 ? right : left };
}

export function MarksLegend({ marks: { better } }: { marks: Marks }) {
  const drawn = (label: string, stroke: string, dash?: string) => (
    <>
      <rect
        x="2"
        y="2"
        width="40"
        height="20"
        rx="3"
        fill="none"
        stroke={stroke}
        strokeWidth="3"
        strokeDasharray={dash}
      />
      <text x="22" y="18" fontWeight="700" textAnchor="middle" fill="var(--ink)">
        {label}
      </text>
    </>
  );
  const played = drawn("×", "var(--no)", "5 4");
  return <BoardLegend marks={{ played, better: better.length > 0 && drawn("1", "var(--lamp)") }} />;
}
