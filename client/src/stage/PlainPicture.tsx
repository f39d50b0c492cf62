/** A game that has no picture of its own. */

/** The table with the lamp over it, and a terminal's prompt on it. */
export function PlainPicture({ width, height }: { width: number; height: number }) {
  const [x, y] = [width / 2, height / 2];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={`M0 0h${width}v${height}H0z`} fill="var(--table)" />
      <ellipse cx={x} cy="0" rx={width * 0.6} ry={height * 0.7} fill="var(--light)" />
      <rect
        x={x - 32}
        y={y - 24}
        width="64"
        height="48"
        rx="6"
        fill="var(--raised)"
        stroke="var(--edge-strong)"
        strokeWidth="1.75"
      />
      <path
        d={`M${x - 20} ${y - 10}l10 10-10 10M${x - 2} ${y + 12}h20`}
        fill="none"
        stroke="var(--lamp)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
