/** The course of a game as a chart: the lead of two, the boxes of more. A click goes to that move; a table says it in words. */

import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { type Translate, useHost } from "@/game-kit";
import type { Point } from "./moves";
import { LETTERS } from "./Stitches";
import type { Analysis } from "./types";

interface CourseProps {
  report: Analysis;
  points: readonly Point[];
  seq: number;
  seek: (seq: number) => void;
}

const DASHES = ["", "1 5", "9 5", "14 4 2 4"];

export function Course({ report, points, seq, seek }: CourseProps) {
  const { t } = useHost();
  const two = report.seats === 2;
  const marked = report.turning_point ?? report.leads_from;
  const mark = report.turning_point === null ? t("analysis.leadsMark") : t("analysis.turning");
  const shown = points.find((point) => point.seq === seq)?.move;
  const goTo = (move: unknown) => {
    const point = points[Number(move) - 1];
    if (point) seek(point.seq);
  };
  const far = Math.max(...points.flatMap((point) => [Math.abs(point.lead), Math.abs(point.forecast ?? 0)]));
  const step = Math.max(1, Math.ceil(far / 3));
  const most = 3 * step;
  return (
    <figure className="dots-course">
      <figcaption className="soft">{t(two ? "analysis.chart" : "analysis.chartMany")}</figcaption>
      <div className="dots-chart">
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={points as Point[]}
            accessibilityLayer
            title={t(two ? "analysis.chart" : "analysis.chartMany")}
            margin={{ top: 26, right: 12, bottom: 4, left: 0 }}
            onClick={(state) => goTo(state.activeLabel)}
          >
            <CartesianGrid stroke="var(--edge)" vertical={false} />
            <XAxis dataKey="move" type="number" domain={[1, points.length]} stroke="var(--ink-soft)" />
            <YAxis
              width={34}
              stroke="var(--ink-soft)"
              allowDecimals={false}
              ticks={two ? [-3, -2, -1, 0, 1, 2, 3].map((times) => times * step) : undefined}
              domain={two ? [-most, most] : [0, "dataMax"]}
              tickFormatter={(value: number) => String(two ? Math.abs(value) : value)}
            />
            {two && (
              <ReferenceArea y1={0} y2={most} fill="var(--seat-0)" fillOpacity={0.13} label={side(t, 0)} />
            )}
            {two && (
              <ReferenceArea y1={-most} y2={0} fill="var(--seat-1)" fillOpacity={0.13} label={side(t, 1)} />
            )}
            {two && <ReferenceLine y={0} stroke="var(--edge-strong)" />}
            {marked !== null && (
              <ReferenceLine
                x={marked}
                stroke="var(--lamp)"
                strokeWidth={2}
                label={{
                  value: `◆ ${mark}`,
                  position: marked > points.length / 2 ? "insideTopRight" : "insideTopLeft",
                  offset: 0,
                  dy: -22,
                  fill: "var(--lamp-text)",
                  fontWeight: 600,
                }}
              />
            )}
            {shown !== undefined && <ReferenceLine x={shown} stroke="var(--ink)" strokeDasharray="3 3" />}
            <Tooltip content={<Told t={t} two={two} />} />
            {two && (
              <Line
                dataKey="lead"
                type="stepAfter"
                name={t("analysis.lead")}
                stroke="var(--ink)"
                strokeWidth={2.5}
                dot={false}
                isAnimationActive={false}
              />
            )}
            {two && (
              <Line
                dataKey="forecast"
                type="stepAfter"
                name={t("analysis.forecast")}
                stroke="var(--lamp)"
                strokeWidth={2.5}
                strokeDasharray="7 4"
                dot={false}
                isAnimationActive={false}
              />
            )}
            {!two &&
              report.scores.map((_, seat) => (
                <Line
                  // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
                  key={seat}
                  dataKey={`scores.${seat}`}
                  type="stepAfter"
                  name={LETTERS[seat]}
                  stroke={`var(--seat-${seat})`}
                  strokeWidth={3}
                  strokeDasharray={DASHES[seat]}
                  strokeLinecap="round"
                  dot={false}
                  isAnimationActive={false}
                />
              ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <Legend two={two} seats={report.seats} />
      <CourseTable points={points} two={two} />
    </figure>
  );
}

const side = (t: Translate, seat: 0 | 1) => ({
  value: t("analysis.ahead", { letter: LETTERS[seat] }),
  position: seat === 0 ? ("insideTopLeft" as const) : ("insideBottomLeft" as const),
  fill: "var(--ink-soft)",
  fontSize: 14,
});

interface ToldProps {
  t: Translate;
  two: boolean;
  active?: boolean;
  payload?: readonly { payload?: Point }[];
}

/** One move in the chart's own bubble. */
function Told({ t, two, active, payload }: ToldProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point) return null;
  const scores = point.scores.map((score, seat) => `${LETTERS[seat]} ${score}`).join(", ");
  return (
    <div className="dots-told">
      <strong>{t("analysis.goto", { move: point.move, letter: LETTERS[point.seat] })}</strong>
      <span>{scores}</span>
      {two && point.forecast !== null && (
        <span>
          {t("analysis.forecast")}: {leadWords(t, point.forecast)}
        </span>
      )}
    </div>
  );
}

const leadWords = (t: Translate, lead: number): string =>
  lead === 0 ? "0" : t("analysis.aheadBy", { letter: LETTERS[lead > 0 ? 0 : 1], boxes: Math.abs(lead) });

function Legend({ two, seats }: { two: boolean; seats: number }) {
  const { t } = useHost();
  const entries = two
    ? [
        { name: t("analysis.lead"), stroke: "var(--ink)", dash: "" },
        { name: t("analysis.forecast"), stroke: "var(--lamp)", dash: "7 4" },
      ]
    : Array.from({ length: seats }, (_, seat) => ({
        name: LETTERS[seat] ?? "",
        stroke: `var(--seat-${seat})`,
        dash: DASHES[seat] ?? "",
      }));
  return (
    <ul className="dots-legend" aria-hidden="true">
      {entries.map((entry) => (
        <li key={entry.name}>
          <svg width="34" height="8" aria-hidden="true">
            <path d="M2 4h30" stroke={entry.stroke} strokeWidth="3" strokeDasharray={entry.dash} />
          </svg>
          {entry.name}
        </li>
      ))}
    </ul>
  );
}

function CourseTable({ points, two }: { points: readonly Point[]; two: boolean }) {
  const { t } = useHost();
  return (
    <div className="unseen">
      <table>
        <caption>{t(two ? "analysis.chart" : "analysis.chartMany")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("analysis.move")}</th>
            <th scope="col">{t("aside.boxes")}</th>
            {two && <th scope="col">{t("analysis.forecast")}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.move}>
              <th scope="row">{t("analysis.goto", { move: point.move, letter: LETTERS[point.seat] })}</th>
              <td>{point.scores.map((score, seat) => `${LETTERS[seat]} ${score}`).join(", ")}</td>
              {two && <td>{point.forecast === null ? "–" : leadWords(t, point.forecast)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
