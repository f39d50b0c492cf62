/** A match as a chart, move by move. A click goes to that move; a table that is not seen says the same in words. */
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import "./analysis.css";

/** One move, or the start as move 0. */
export interface ChartPoint {
  move: number;
  /** The moment of the replay right after it. */
  seq: number;
  /** Its name, and what is to be said of it: in the bubble and in the table. */
  title: string;
  facts: readonly string[];
  /** The height of each line here, by the line's key; null where it is not known. */
  values: Readonly<Record<string, number | null>>;
}

export interface ChartLine {
  key: string;
  name: string;
  colour: string;
  /** As in SVG; a solid line without it. */
  dash?: string;
}

interface MoveChartProps {
  label: string;
  points: readonly ChartPoint[];
  lines: readonly ChartLine[];
  seq: number;
  seek: (seq: number) => void;
  /** From the lowest to the highest value; as high as the data if nothing is said. */
  range?: readonly [number, number];
  ticks?: readonly number[];
  tickName?: (value: number) => string;
  /** Parts of the height in a colour, with a name. */
  bands?: readonly { from: number; to: number; colour: string; name: string }[];
  /** Moves marked with a line from top to bottom. */
  marks?: readonly { move: number; name: string }[];
  /** Moves marked with a dot. */
  dots?: readonly Dot[];
}

interface Dot {
  move: number;
  value: number;
  name: string;
}

/** Dots with the names for which there is room beside one another: each a tenth of the chart from the last before it. */
export function namedApart(dots: readonly Dot[], moves: number): readonly { dot: Dot; name?: string }[] {
  let last = Number.NEGATIVE_INFINITY;
  return dots.map((dot) => {
    if (dot.move - last < moves / 10) return { dot };
    last = dot.move;
    return { dot, name: dot.name };
  });
}

export function MoveChart(props: MoveChartProps) {
  const { label, points, lines, seq, seek, bands = [], marks = [], dots = [] } = props;
  const [first, last] = [points[0]?.move ?? 0, points.at(-1)?.move ?? 0];
  const named = namedApart(dots, last - first);
  const shown = points.findLast((point) => point.seq <= seq)?.move;
  const goTo = (move: unknown) => {
    const point = points.find((one) => one.move === Number(move));
    if (point) seek(point.seq);
  };
  return (
    <figure className="move-chart">
      <figcaption className="soft">{label}</figcaption>
      <div className="move-chart-plot">
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={[...points]}
            accessibilityLayer
            title={label}
            margin={{ top: 26, right: 14, bottom: 4, left: 0 }}
            onClick={(state) => goTo(state.activeLabel)}
          >
            <CartesianGrid stroke="var(--edge)" vertical={false} />
            <XAxis
              dataKey="move"
              type="number"
              domain={[first, last]}
              allowDecimals={false}
              stroke="var(--ink-soft)"
            />
            <YAxis
              width={38}
              stroke="var(--ink-soft)"
              allowDecimals={false}
              domain={props.range ? [...props.range] : [0, "dataMax"]}
              ticks={props.ticks && [...props.ticks]}
              tickFormatter={props.tickName}
            />
            {bands.map((band, index) => (
              <ReferenceArea
                key={band.name}
                y1={band.from}
                y2={band.to}
                fill={band.colour}
                fillOpacity={0.13}
                label={{
                  value: band.name,
                  position: index === 0 ? "insideTopLeft" : "insideBottomLeft",
                  fill: "var(--ink-soft)",
                  fontSize: 14,
                }}
              />
            ))}
            {bands.length > 0 && <ReferenceLine y={0} stroke="var(--edge-strong)" />}
            {marks.map((mark) => (
              <ReferenceLine
                key={mark.move}
                x={mark.move}
                stroke="var(--lamp)"
                strokeWidth={2}
                label={{
                  value: `◆ ${mark.name}`,
                  position: mark.move > last / 2 ? "insideTopRight" : "insideTopLeft",
                  offset: 0,
                  dy: -22,
                  fill: "var(--lamp-text)",
                  fontWeight: 600,
                }}
              />
            ))}
            {shown !== undefined && <ReferenceLine x={shown} stroke="var(--ink)" strokeDasharray="3 3" />}
            <Tooltip content={<Bubble />} />
            {lines.map((line) => (
              <Line
                key={line.key}
                dataKey={`values.${line.key}`}
                name={line.name}
                type="stepAfter"
                stroke={line.colour}
                strokeWidth={2.5}
                strokeDasharray={line.dash}
                strokeLinecap="round"
                dot={false}
                isAnimationActive={false}
              />
            ))}
            {named.map(({ dot, name }) => (
              <ReferenceDot
                key={dot.move}
                x={dot.move}
                y={dot.value}
                r={5}
                fill="var(--no)"
                stroke="var(--raised)"
                label={name && { value: name, position: "top", fill: "var(--no)", fontWeight: 600 }}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <Legend lines={lines} />
      <MoveTable label={label} points={points} />
    </figure>
  );
}

function Bubble({ active, payload }: { active?: boolean; payload?: readonly { payload?: ChartPoint }[] }) {
  const point = payload?.[0]?.payload;
  if (!active || !point) return null;
  return (
    <div className="move-chart-bubble">
      <strong>{point.title}</strong>
      {point.facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </div>
  );
}

function Legend({ lines }: { lines: readonly ChartLine[] }) {
  return (
    <ul className="move-chart-legend" aria-hidden="true">
      {lines.map((line) => (
        <li key={line.key}>
          <svg width="34" height="8" aria-hidden="true">
            <path d="M2 4h30" stroke={line.colour} strokeWidth="3" strokeDasharray={line.dash} />
          </svg>
          {line.name}
        </li>
      ))}
    </ul>
  );
}

function MoveTable({ label, points }: { label: string; points: readonly ChartPoint[] }) {
  return (
    <div className="unseen">
      <table>
        <caption>{label}</caption>
        <tbody>
          {points.map((point) => (
            <tr key={point.move}>
              <th scope="row">{point.title}</th>
              <td>{point.facts.join("; ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
