/** The game as a thing on the table: a pane of dark glass, ghosts on it, and a rectangle of ten in chalk. */
import { Cloth } from "./Ghost";

interface GlassProps {
  width: number;
  /** Rows of powers; 0 is a place that is empty. */
  rows: number[][];
  /** The rectangle in chalk: x, y, width, height in cells. */
  chalk: [number, number, number, number];
}

function Glass({ width, rows, chalk: [x, y, long, high] }: GlassProps) {
  const cell = width / (rows[0]?.length ?? 1);
  const height = cell * rows.length;
  const at = (value: number) => value * 40 + 1;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d={`M0 0h${width}v${height}H0z`} fill="light-dark(#2b2237, #110d19)" />
      <path d={`M0 0h${width * 0.36}L${width * 0.2} ${height}H0z`} fill="#fff" opacity=".06" />
      <g transform={`scale(${cell / 40})`} fontFamily="var(--serif)" fontSize="21" fontWeight="640">
        <path
          d={`M${at(x)} ${at(y)}h${long * 40 - 3}l1 ${high * 40 - 2}-${long * 40 - 1}-1z`}
          fill="#f7c36d"
          fillOpacity=".22"
          stroke="#f7c36d"
          strokeWidth="2.500"
          strokeLinejoin="round"
        />
        {rows.flatMap((powers, row) =>
          powers.map(
            (power, col) =>
              power > 0 && (
                // biome-ignore lint/suspicious/noArrayIndexKey: a ghost is its place
                <g key={`${row}${col}`} transform={`translate(${col * 40} ${row * 40})`}>
                  <Cloth power={power} />
                </g>
              ),
          ),
        )}
        <circle cx={at(x)} cy={at(y)} r="11" fill="#f7c36d" />
        <text x={at(x)} y={at(y) + 5} fontSize="14" textAnchor="middle" fill="#241a08">
          10
        </text>
      </g>
    </svg>
  );
}

export function Thumbnail() {
  return (
    <Glass
      width={120}
      rows={[
        [2, 9, 5],
        [6, 3, 1],
        [0, 8, 7],
      ]}
      chalk={[0, 1, 3, 1]}
    />
  );
}

export function Wide() {
  return (
    <Glass
      width={280}
      rows={[
        [0, 3, 8, 0, 5, 2, 7],
        [7, 0, 1, 9, 4, 0, 6],
        [2, 5, 0, 3, 0, 8, 1],
        [4, 9, 6, 0, 7, 2, 0],
      ]}
      chalk={[2, 1, 2, 1]}
    />
  );
}
