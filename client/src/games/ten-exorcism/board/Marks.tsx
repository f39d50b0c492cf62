/** What an analysis draws on the glass: the rectangle that was taken, dashed, and the better ones, numbered. */
import { BoardLegend, type Cell, useHost } from "@/game-kit";
import type { Rectangle } from "../types";
import { Chalk } from "./Chalk";
import "./marks.css";

export interface Marks {
  played: Rectangle;
  /** What the best way takes instead, in its order. */
  better: readonly Rectangle[];
}

export function RectangleMarks({ marks: { played, better } }: { marks: Marks }) {
  const [top, left, bottom, right] = played;
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
        key={`${top} ${left} ${bottom} ${right}`}
        tone="played"
        rectangle={played}
        corner={{ row: bottom, col: right }}
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
  const { t } = useHost();
  const drawn = (tone: string, label: string) => (
    <g className={`ten-swatch ten-swatch-${tone}`}>
      <rect x="2" y="2" width="40" height="20" rx="3" />
      <text x="22" y="18">
        {label}
      </text>
    </g>
  );
  const marks = [{ name: t("analysis.played"), drawn: drawn("played", "×") }];
  if (better.length > 0) marks.push({ name: t("analysis.instead"), drawn: drawn("better", "1") });
  return <BoardLegend label={t("analysis.legend")} marks={marks} />;
}
