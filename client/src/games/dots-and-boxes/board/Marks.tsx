/** What an analysis draws on the board: the line that was played, crossed, and the better play, numbered. */
import type { ReactNode } from "react";
import { BoardLegend, numbersTo } from "@/game-kit";
import { type BoardState, dotOf, labelOf, SIDE, transformOf } from "./lines";

export interface Marks {
  played: string;
  /** The better line, and the play after it. */
  better: readonly string[];
}

export function LineMarks({ marks: { played, better } }: { marks: Marks }) {
  // On a line that has both, cross and number stand side by side.
  const shared = better.includes(played);
  return (
    <svg className="dots-marks" {...STROKES} aria-hidden="true">
      <g transform={transformOf(played)} data-mark="played" data-line={played}>
        <path className="dots-mark-played" d={`M18 0h${SIDE - 36}`} />
        <Cross x={shared ? MIDDLE - APART : MIDDLE} />
      </g>
      {better.map((line, index) => (
        <g key={line} transform={transformOf(line)} data-mark="better" data-line={line}>
          <path className={index === 0 ? "dots-mark-better" : "dots-mark-then"} d={`M18 0h${SIDE - 36}`} />
          <g
            transform={`translate(${line === played ? MIDDLE + APART : MIDDLE})${line[0] === "h" ? "" : " rotate(-90)"}`}
          >
            <NumberMark value={index + 1} />
          </g>
        </g>
      ))}
    </svg>
  );
}

const STROKES = { fill: "none", strokeLinecap: "round" } as const;

/** Of a line. */
const MIDDLE = SIDE / 2;
/** From the middle of a line to a mark that shares it with another. */
const APART = 22;

const Cross = ({ x }: { x: number }) => (
  <path className="dots-mark-cross" d={`M${x - 15}-15l30 30m0-30l-30 30`} />
);

const NumberMark = ({ value }: { value: number }) => (
  <g className="dots-mark-number">
    <circle r="21" />
    <text y="10" fontSize="29" fontWeight="700" textAnchor="middle" fill="var(--ink)">
      {value}
    </text>
  </g>
);

/** From the border to the middle of a number: it stands on the seam, as far from the border as from the first dots. */
const EDGE = 20;

/** Rows and columns as words count them, on the seam. */
export function EdgeLabels({ rows, cols }: Pick<BoardState, "rows" | "cols">) {
  return (
    <svg className="dots-edge figures" fontSize="26" textAnchor="middle" aria-hidden="true">
      {numbersTo(cols + 1).map((col) => (
        <text key={`c${col}`} data-edge="column" x={dotOf(`h0${col}`).x} y={EDGE + 9}>
          {labelOf(col)}
        </text>
      ))}
      {numbersTo(rows + 1).map((row) => (
        <text key={`r${row}`} data-edge="row" x={EDGE} y={dotOf(`h${row}0`).y + 9}>
          {labelOf(row)}
        </text>
      ))}
    </svg>
  );
}

export function MarksLegend({ marks: { better } }: { marks: Marks }) {
  const drawn = (line: string, mark: ReactNode) => (
    <g transform="translate(2 12) scale(0.5)" {...STROKES}>
      <path className={line} d="M0 0h80" />
      <g transform="translate(40)">{mark}</g>
    </g>
  );
  const marks = {
    played: drawn("dots-mark-played", <Cross x={0} />),
    better: better.length > 0 && drawn("dots-mark-better", <NumberMark value={1} />),
    next: better.length > 1 && drawn("dots-mark-then", <NumberMark value={2} />),
  };
  return <BoardLegend marks={marks} />;
}
