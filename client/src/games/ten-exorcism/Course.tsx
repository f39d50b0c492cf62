/** A game as a chart: the score, and the best final score that was still within reach. A click goes to that move. */

import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { useHost } from "@/game-kit";
import type { Analysis, Move } from "./types";

interface CourseProps {
  report: Analysis;
  /** How many moves were made at the moment that is shown. */
  made: number;
  goTo: (move: Move) => void;
}

export function Course({ report, made, goTo }: CourseProps) {
  const { t } = useHost();
  const start = { number: 0, score: 0, after: report.best };
  const decisive = report.moves.filter((move) => move.decisive);
  const clicked = (number: unknown) => {
    const move = report.moves[Number(number) - 1];
    if (move) goTo(move);
  };
  return (
    <figure className="ten-course">
      <figcaption className="soft">{t("analysis.chart")}</figcaption>
      <div className="ten-chart">
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={[start, ...report.moves]}
            accessibilityLayer
            title={t("analysis.chart")}
            margin={{ top: 14, right: 14, bottom: 4, left: 0 }}
            onClick={(state) => clicked(state.activeLabel)}
          >
            <CartesianGrid stroke="var(--edge)" vertical={false} />
            <XAxis
              dataKey="number"
              type="number"
              domain={[0, report.moves.length]}
              allowDecimals={false}
              stroke="var(--ink-soft)"
            />
            <YAxis width={38} domain={[0, report.bound]} allowDecimals={false} stroke="var(--ink-soft)" />
            <Tooltip
              contentStyle={{
                background: "var(--raised)",
                border: "1px solid var(--edge)",
                color: "var(--ink)",
              }}
              labelFormatter={(number) => t("analysis.move", { number })}
            />
            <ReferenceLine x={made} stroke="var(--edge-strong)" />
            <Line
              dataKey="after"
              name={t("analysis.reachable")}
              type="stepAfter"
              stroke="var(--ink-soft)"
              strokeDasharray="6 4"
              strokeWidth={2}
              dot={false}
              isAnimationActive={false}
            />
            <Line
              dataKey="score"
              name={t("analysis.score")}
              type="stepAfter"
              stroke="var(--lamp)"
              strokeWidth={2.5}
              dot={false}
              isAnimationActive={false}
            />
            {decisive.map((move) => (
              <ReferenceDot
                key={move.number}
                x={move.number}
                y={move.after}
                r={5}
                fill="var(--no)"
                stroke="var(--raised)"
                label={{ value: `−${move.cost}`, position: "top", fill: "var(--no)", fontWeight: 600 }}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
    </figure>
  );
}
