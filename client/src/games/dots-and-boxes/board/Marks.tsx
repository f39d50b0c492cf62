/** What an analysis draws on the board: the line that was played, crossed, and the better play, numbered. */
import { BoardLegend, useHost } from "@/game-kit";
import { type BoardState, dotOf, labelOf, lengthOf, MARGIN, transformOf } from "./lines";
import "./marks.css";

export interface Marks {
  played: string;
  /** The better line, and the play after it. */
  better: readonly string[];
}

export function LineMarks({ marks: { played, better } }: { marks: Marks }) {
  // On a line that has both, cross and number stand side by side.
  const shared = better.includes(played);
  const middle = lengthOf(played) / 2;
  return (
    <svg className="dots-marks" aria-hidden="true">
      <g transform={transformOf(played)} data-mark="played" data-line={played}>
        <path className="dots-mark-played" d={`M18 0h${lengthOf(played) - 36}`} />
        <Cross x={shared ? middle - APART : middle} />
      </g>
      {better.map((line, index) => (
        <g key={line} transform={transformOf(line)} data-mark="better" data-line={line}>
          <path
            className={index === 0 ? "dots-mark-better" : "dots-mark-then"}
            d={`M18 0h${lengthOf(line) - 36}`}
          />
          <g
            transform={`translate(${line === played ? middle + APART : lengthOf(line) / 2})${line[0] === "h" ? "" : " rotate(-90)"}`}
          >
            <NumberMark value={index + 1} />
          </g>
        </g>
      ))}
    </svg>
  );
}

/** From the middle of a line to a mark that shares it with another. */
const APART = 22;

const Cross = ({ x }: { x: number }) => (
  <path className="dots-mark-cross" d={`M${x - 15}-15l30 30m0-30l-30 30`} />
);

const NumberMark = ({ value }: { value: number }) => (
  <g className="dots-mark-number">
    <circle r="21" />
    <text y="10" fontSize="29">
      {value}
    </text>
  </g>
);

/** Rows and columns as words count them, between the seam and the first dots. */
export function EdgeLabels({ rows, cols }: Pick<BoardState, "rows" | "cols">) {
  const numbers = (count: number) => Array.from({ length: count + 1 }, (_, index) => index);
  return (
    <svg className="dots-labels figures" aria-hidden="true">
      {numbers(cols).map((col) => (
        <text key={`c${col}`} data-edge="column" x={dotOf(`h0${col}`).x} y={MARGIN / 2 + 12}>
          {labelOf(col)}
        </text>
      ))}
      {numbers(rows).map((row) => (
        <text key={`r${row}`} data-edge="row" x={MARGIN / 2 + 3} y={dotOf(`h${row}0`).y + 8}>
          {labelOf(row)}
        </text>
      ))}
    </svg>
  );
}

export function MarksLegend({ marks: { better } }: { marks: Marks }) {
  const { t } = useHost();
  const played = {
    name: t("analysis.played"),
    drawn: (
      <g transform="translate(2 12) scale(0.5)">
        <path className="dots-mark-played" d="M0 0h80" />
        <Cross x={40} />
      </g>
    ),
  };
  const numbered = (value: number, name: string, line: string) => ({
    name,
    drawn: (
      <g transform="translate(2 12) scale(0.5)">
        <path className={line} d="M0 0h80" />
        <g transform="translate(40)">
          <NumberMark value={value} />
        </g>
      </g>
    ),
  });
  const marks = [played];
  if (better.length > 0) marks.push(numbered(1, t("analysis.betterMark"), "dots-mark-better"));
  if (better.length > 1) marks.push(numbered(2, t("analysis.then"), "dots-mark-then"));
  return <BoardLegend label={t("analysis.legend")} marks={marks} />;
}
