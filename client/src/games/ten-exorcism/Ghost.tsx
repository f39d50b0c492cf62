/** A ghost: a sheet of pale cloth from one path. The greater its power, the taller, more ragged, warmer and angrier. */
import { memo } from "react";

export const TINTS = [
  "#dcdcf4",
  "#e4e2f3",
  "#ece8ee",
  "#f3ede4",
  "#f6ead0",
  "#f8e0b4",
  "#f9d29d",
  "#f8bf91",
  "#f5a68a",
];
const INK = "#251c30";
const HEM = 38.6;

const short = (value: number) => Number(value.toFixed(1));

/** The outline in a square of 40 × 40: over the head from the left, back along the hem. */
export function sheet(power: number): string {
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

/** What is drawn of a ghost, in a square of 40 × 40: for a tile, and for pictures of several. */
export function Cloth({ power }: { power: number }) {
  return (
    <>
      <path d={sheet(power)} fill={TINTS[power - 1]} />
      <Eyes power={power} />
      <text x="20" y={short(34.6 - 0.3 * power)} textAnchor="middle" fill={INK} className="ten-power">
        {power}
      </text>
    </>
  );
}

export const Ghost = memo(function Ghost({ power }: { power: number }) {
  return (
    <svg viewBox="0 0 40 40" className="ten-ghost" aria-hidden="true">
      <Cloth power={power} />
    </svg>
  );
});
