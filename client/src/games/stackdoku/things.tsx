/** The small things on the table: handwritten figures, candles for lives, feathers for undos, stars. */
const STROKES: Record<number, string> = {
  1: "M7 9.5 13.5 4 12 28",
  2: "M5 9.5C6 3 18 2 17.5 10 17 17 8 20 5 27.5c4-2.5 9 1.5 15-1.5",
  3: "M6 6c4-4 12-2 10 4-1 3-5 4.5-7 4.5 5-.5 10 2.5 8.5 8.5C16 29 8 29 5 25",
  4: "M15.5 4C12 10 8 15 4.5 20c5.5-.5 10.5-.5 15.5-.5M15 12.5 13.5 29",
  5: "M18 4.5 8.5 5 7 14c5-2.5 11.5 0 10.5 7-1 7-9.5 8-13 4.5",
  6: "M16 4C9 8 5 16 6 22c1 7 10 7 11.5.5C18.5 16 10 14 6.5 20",
  7: "M4.5 6c5.5-1 9.5-.5 14.5-1-4.5 7-7.5 14-9 23.5M7.5 17l8.5-1",
  8: "M17 7.5c-3-5-11-3-9.5 2.5C9 15 18 17 17 23c-1 6.5-11 6-11-.5C6 17 17 14.5 17 7.5",
  9: "M17.5 10C16 3 6.5 4 6 10.5 5.5 17 15 18 17.5 10.5 17.5 17 16 23 13 28.5",
};

/** A figure as if written with a pen; no two cells lean quite alike. */
export function Handwritten({ digit, lean = 0 }: { digit: number; lean?: number }) {
  return (
    <svg className="sd-hand" viewBox="0 0 24 32" aria-hidden="true">
      <path d={STROKES[digit]} transform={`rotate(${lean} 12 16)`} />
    </svg>
  );
}

export function Candle({ lit }: { lit: boolean }) {
  return (
    <svg className="sd-candle" data-lit={lit} viewBox="0 0 16 30" width="16" height="30" aria-hidden="true">
      {lit ? (
        <>
          <path className="sd-flame" d="M8 1.5C11 5 11.5 7 11.5 8.5a3.5 3.5 0 0 1-7 0C4.5 7 5 5 8 1.5z" />
          <path className="sd-wax" d="M4 14.5q4-2.5 8 0V27H4z" />
          <path className="sd-wick" d="M8 9v4.5" />
        </>
      ) : (
        <>
          <path className="sd-smoke" d="M8 17c-3-3 3-4 0-7s2-4 .5-6.5" />
          <path className="sd-wax" d="M4 22q2-2 4-.5 2-1.5 4 .5v5H4z" />
          <path className="sd-wick" d="M8 21.5V19" />
        </>
      )}
      <path className="sd-dish" d="M1.5 27h13l-2 2.5h-9z" />
    </svg>
  );
}

export function Feather({ left }: { left: boolean }) {
  return (
    <svg
      className="sd-feather"
      data-left={left}
      viewBox="0 0 20 30"
      width="20"
      height="30"
      aria-hidden="true"
    >
      <path className="sd-vane" d="M16.5 1.5C8 4 3.5 11 4.5 21c8-1 12-6.5 12-19.5z" />
      <path className="sd-quill" d="M16.5 1.5C12 10 7 17 3 28.5M8.5 17.5l4.5-1M10.5 13.5l4-1M7 13l1.5 4.5" />
    </svg>
  );
}

export function Star({ won }: { won: boolean }) {
  return (
    <svg className="sd-star" data-won={won} viewBox="0 0 24 24" width="44" height="44" aria-hidden="true">
      <path d="M12 2.8l2.7 6 6.5.7-4.9 4.3 1.4 6.4L12 16.9l-5.7 3.3 1.4-6.4L2.8 9.5l6.5-.7z" />
    </svg>
  );
}
