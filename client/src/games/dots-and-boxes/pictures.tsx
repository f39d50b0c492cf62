/** The game as a thing on the table: dots, a few lines, some boxes filled. */

interface PictureProps {
  size: readonly [width: number, height: number];
  /** In boxes. */
  grid: readonly [rows: number, cols: number];
  /** Left and top of the first dot, and the side of a box. */
  at: readonly [number, number, number];
  /** Each as row, column and seat, with spaces between. */
  boxes: string;
  /** Each as h or v, row, column and seat. */
  lines: string;
  light?: boolean;
}

const PATTERNS = [
  "M6 34 34 6M6 18 18 6M22 34 34 22",
  "M12 12h.1M28 12h.1M20 20h.1M12 28h.1M28 28h.1",
  "M14 6v28M26 6v28M6 14h28M6 26h28",
  "M6 13q5-6 9.5 0t9.5 0 9 0M6 27q5-6 9.5 0t9.5 0 9 0",
];

const LOOK = {
  fill: "none",
  strokeLinecap: "round",
  fontFamily: "var(--serif)",
  fontSize: 22,
  fontWeight: 650,
  textAnchor: "middle",
} as const;

function Picture({ size, grid, at: [left, top, side], boxes, lines, light }: PictureProps) {
  const [[width, height], [rows, cols]] = [size, grid];
  const place = (row: number, col: number) => `translate(${left + col * side} ${top + row * side})`;
  const ground = { width, height, rx: light ? 0 : 10 };
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" {...LOOK}>
      <rect {...ground} fill="var(--table)" />
      <radialGradient id="dots-picture-light" cx=".5" cy="0" r=".8">
        <stop stopColor="var(--light)" />
        <stop offset="1" stopColor="var(--light)" stopOpacity="0" />
      </radialGradient>
      {light && <rect {...ground} fill="url(#dots-picture-light)" />}
      {boxes.split(" ").map((box) => {
        const [row = 0, col = 0, seat = 0] = [...box].map(Number);
        const colour = `var(--seat-${seat})`;
        return (
          <g key={box} transform={`${place(row, col)} scale(${side / 40})`}>
            <rect x="4" y="4" width="32" height="32" rx="4" fill={colour} opacity=".28" />
            <path d={PATTERNS[seat]} stroke={colour} strokeWidth={seat === 1 ? 5 : 1.6} opacity=".6" />
            <text x="20" y="28" fill="var(--ink)">
              {"ABCD"[seat]}
            </text>
          </g>
        );
      })}
      {lines.split(" ").map((line) => (
        <path
          key={line}
          transform={place(Number(line[1]), Number(line[2]))}
          d={`M0 0${line[0]}${side}`}
          stroke={`var(--seat-${line[3]})`}
          strokeWidth={side / 8}
        />
      ))}
      {Array.from({ length: (rows + 1) * (cols + 1) }, (_, dot) => {
        const spot = place(Math.floor(dot / (cols + 1)), dot % (cols + 1));
        return (
          <g key={spot} transform={`${spot} scale(${side / 40})`}>
            <ellipse cx=".5" cy="2.5" rx="5" ry="4" fill="var(--shade)" />
            <circle r="4.6" fill="light-dark(#b98228, #d79b45)" />
            <circle cx="-1.3" cy="-1.5" r="1.5" fill="#ffe9bd" />
          </g>
        );
      })}
    </svg>
  );
}

const SQUARE_LINES = "h000 v000 v011 h100 v111 h211 v121 h111";

export const Thumbnail = () => (
  <Picture size={[120, 120]} grid={[2, 2]} at={[20, 20, 40]} boxes="000 111" lines={SQUARE_LINES} />
);

const WIDE_BOXES = "000 010 121 032 143";
const WIDE_LINES =
  "h000 h010 v000 v011 v020 h101 h110 h121 v121 v131 h222 h032 v032 v041 h132 h142 v143 v153 h243";

export const Wide = () => (
  <Picture size={[320, 180]} grid={[2, 5]} at={[40, 42, 48]} boxes={WIDE_BOXES} lines={WIDE_LINES} light />
);
