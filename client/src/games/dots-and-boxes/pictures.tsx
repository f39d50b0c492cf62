/** The game as a thing on the table: pins on felt, a few threads, some boxes stitched. */

interface Scene {
  cols: number;
  rows: number;
  /** Left and top of the first pin, and the side of a box. */
  at: readonly [number, number, number];
  /** Filled boxes as row, column, seat. */
  boxes: readonly (readonly [number, number, number])[];
  /** Threads as h or v, row, column, seat. */
  threads: readonly string[];
}

const MARKS = [
  "M6 34 34 6M6 18 18 6M22 34 34 22",
  "M12 12h.1M28 12h.1M20 20h.1M12 28h.1M28 28h.1",
  "M14 6v28M26 6v28M6 14h28M6 26h28",
  "M6 13q5-6 9.5 0t9.5 0 9 0M6 27q5-6 9.5 0t9.5 0 9 0",
];

function Scene({ cols, rows, at: [left, top, side], boxes, threads }: Scene) {
  const place = (row: number, col: number) => `translate(${left + col * side} ${top + row * side})`;
  return (
    <>
      {boxes.map(([row, col, seat]) => (
        <g key={`${row}${col}`} transform={`${place(row, col)} scale(${side / 40})`}>
          <rect x="4" y="4" width="32" height="32" rx="4" fill={`var(--seat-${seat})`} opacity=".28" />
          <path
            d={MARKS[seat]}
            stroke={`var(--seat-${seat})`}
            strokeWidth={seat === 1 ? 5 : 1.6}
            opacity=".6"
          />
          <text x="20" y="28" fontSize="22" fontWeight="650" textAnchor="middle" fill="var(--ink)">
            {"ABCD"[seat]}
          </text>
        </g>
      ))}
      {threads.map((thread) => (
        <path
          key={thread}
          transform={place(Number(thread[1]), Number(thread[2]))}
          d={thread[0] === "h" ? `M0 0h${side}` : `M0 0v${side}`}
          stroke={`var(--seat-${thread[3]})`}
          strokeWidth={side / 8}
        />
      ))}
      {Array.from({ length: (rows + 1) * (cols + 1) }, (_, pin) => {
        const spot = place(Math.floor(pin / (cols + 1)), pin % (cols + 1));
        return (
          <g key={spot} transform={`${spot} scale(${side / 40})`}>
            <ellipse cx=".5" cy="2.5" rx="5" ry="4" fill="var(--shade)" />
            <circle r="4.6" fill="light-dark(#b98228, #d79b45)" />
            <circle cx="-1.3" cy="-1.5" r="1.5" fill="#ffe9bd" />
          </g>
        );
      })}
    </>
  );
}

const look = {
  fill: "none",
  strokeLinecap: "round",
  fontFamily: "var(--serif)",
} as const;

export function Thumbnail() {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" {...look}>
      <rect width="120" height="120" rx="10" fill="var(--table)" />
      <Scene
        cols={2}
        rows={2}
        at={[20, 20, 40]}
        boxes={[
          [0, 0, 0],
          [1, 1, 1],
        ]}
        threads={["h000", "v000", "v011", "h100", "v111", "h211", "v121", "h111"]}
      />
    </svg>
  );
}

export function Wide() {
  return (
    <svg viewBox="0 0 320 180" aria-hidden="true" {...look}>
      <rect width="320" height="180" fill="var(--table)" />
      <radialGradient id="dots-picture-light" cx=".5" cy="0" r=".8">
        <stop stopColor="var(--light)" />
        <stop offset="1" stopColor="var(--light)" stopOpacity="0" />
      </radialGradient>
      <rect width="320" height="180" fill="url(#dots-picture-light)" />
      <Scene
        cols={5}
        rows={2}
        at={[40, 42, 48]}
        boxes={[
          [0, 0, 0],
          [0, 1, 0],
          [1, 2, 1],
          [0, 3, 2],
          [1, 4, 3],
        ]}
        threads={[
          ..."h000 h010 v000 v011 v020 h101 h110 h121 v121 v131 h222 h032 v032 v041 h132 h142 v143 v153 h243".split(
            " ",
          ),
        ]}
      />
    </svg>
  );
}
