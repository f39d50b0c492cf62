/** Ghosts, and the game as a thing on the table: a pane of dark glass, ghosts on it, and a rectangle of ten in chalk.
 *
 * A ghost is a sheet of pale cloth from one path: the greater its power, the taller, more ragged, warmer and angrier.
 */
import { memo } from "react";
import type { Rectangle } from "./types";

const TINTS = "#dcdcf4 #e4e2f3 #ece8ee #f3ede4 #f6ead0 #f8e0b4 #f9d29d #f8bf91 #f5a68a".split(" ");
const INK = "#251c30";
const HEM = 38.6;

const short = (value: number) => Number(value.toFixed(1));

/** The outline in a square of 40 × 40: over the head from the left, back along the hem. */
function sheet(power: number): string {
  const fierce = (power - 1) / 8;
  const half = 13.6 + 4.8 * fierce;
  const top = topOf(power);
  const base = HEM - 1.8 - 2.6 * fierce;
  const folds = power < 4 ? 3 : power < 7 ? 4 : 5;
  let path = `M${short(20 - half)} ${short(base)}C${short(20 - half * 0.86)} ${short(top + 9)} ${short(20 - half * 0.8)} ${short(top)} 20 ${short(top)}S${short(20 + half * 0.86)} ${short(top + 9)} ${short(20 + half)} ${short(base)}`;
  const step = half / folds;
  for (let fold = 0; fold < folds; fold++) {
    const right = 20 + half - 2 * fold * step;
    const middle = right - step;
    const bend = short(HEM - (HEM - base) * fierce);
    path += `Q${short(right - step * fierce)} ${bend} ${short(middle)} ${HEM}Q${short(middle - step * (1 - fierce))} ${bend} ${short(right - 2 * step)} ${short(base)}`;
  }
  return `${path}z`;
}

function topOf(power: number): number {
  return 9.4 - 1.06 * (power - 1);
}

/** Shy ones look aside, calm ones stare, fierce ones glare under a slanting brow. */
function Eyes({ power }: { power: number }) {
  const y = short(topOf(power) + 5.2 + 0.26 * power);
  const apart = short(3.3 + 0.28 * power);
  if (power < 7) {
    const aside = power < 4 ? 1.6 : 0;
    const size = 1.25 + 0.16 * power;
    return (
      <g fill={INK}>
        {[-apart, apart].map((x) => (
          <ellipse key={x} cx={20 + x + aside} cy={y} rx={short(size)} ry={short(size * 1.35)} />
        ))}
      </g>
    );
  }
  const glare = "M-3.6-3 3 .6C3 2.6 1.4 3.4-.4 3.2-2.8 3-4.2.4-3.6-3z";
  return (
    <g fill={INK}>
      {[-1, 1].map((side) => (
        <g key={side} transform={`translate(${20 + side * apart} ${y}) scale(${-side} 1)`}>
          <path d={glare} />
          {power > 7 && <circle cx=".4" cy="1" r={power - 7.2} fill="#ffdf8f" />}
        </g>
      ))}
    </g>
  );
}

/** All that is drawn of a ghost, in a square of 40 × 40. */
const Cloth = memo(function Cloth({ power }: { power: number }) {
  return (
    <>
      <path d={sheet(power)} fill={TINTS[power - 1]} />
      <Eyes power={power} />
      <text x="20" y={short(34.6 - 0.3 * power)} textAnchor="middle" fill={INK} className="ten-power">
        {power}
      </text>
    </>
  );
});

export const Ghost = memo(function Ghost({ power }: { power: number }) {
  return (
    <svg viewBox="0 0 40 40" className="ten-ghost" aria-hidden="true">
      <Cloth power={power} />
    </svg>
  );
});

/** Powers by row and column; 0 is a place that is empty. */
export type Powers = readonly (readonly number[])[];

/** Powers as they are written: a figure for each, a word for each row. */
export const powersOf = (rows: string): Powers => rows.split(" ").map((row) => Array.from(row, Number));

/** A board as a picture, with a rectangle in chalk if one is given. */
export function Glass({ board, chalk }: { board: Powers; chalk?: Rectangle }) {
  const [width, height] = [40 * (board[0]?.length ?? 0), 40 * board.length];
  const [top, left, bottom, right] = (chalk ?? [0, 0, 0, 0]).map((place) => place * 40 + 1) as Rectangle;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d={`M0 0h${width}v${height}H0z`} fill="light-dark(#2b2237, #110d19)" />
      <path d={`M0 0h${width * 0.36}L${width * 0.2} ${height}H0z`} fill="#fff" opacity=".06" />
      {chalk && (
        <path
          d={`M${left} ${top}H${right + 37}l1 ${bottom - top + 38}L${left} ${bottom + 37}z`}
          fill="#f7c36d"
          fillOpacity=".22"
          stroke="#f7c36d"
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
      )}
      <g fontFamily="var(--serif)" fontSize="21" fontWeight="640">
        {board.flatMap((powers, row) =>
          powers.map(
            (power, col) =>
              power > 0 && (
                // biome-ignore lint/suspicious/noArrayIndexKey: a ghost is its place
                <g key={`${row} ${col}`} transform={`translate(${col * 40} ${row * 40})`}>
                  <Cloth power={power} />
                </g>
              ),
          ),
        )}
      </g>
      {chalk && <circle cx={left} cy={top} r="11" fill="#f7c36d" />}
      {chalk && (
        <text x={left} y={top + 5} fontSize="14" fontWeight="640" textAnchor="middle" fill="#241a08">
          10
        </text>
      )}
    </svg>
  );
}

export const Thumbnail = () => <Glass board={powersOf("295 631 087")} chalk={[1, 0, 1, 2]} />;

export const Wide = () => <Glass board={powersOf("0380527 7019406 2503081 4960720")} chalk={[1, 2, 1, 3]} />;
