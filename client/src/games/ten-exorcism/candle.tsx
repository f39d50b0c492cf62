import "./candle.css";

/** On the cover of a match that waits: it is lit to begin. */
export function Candle({ begun }: { begun: boolean }) {
  return (
    <svg viewBox="0 0 64 104" aria-hidden="true">
      <path d="M23 30c3-2 15-2 18 0v60H23z" fill="#e9dcc0" />
      <path
        d="M23 30c3-2 15-2 18 0v6c0 5-2.500 5-2.500 0 0-3-2.500-3-2.500 2v9c0 4-3 4-3 0v-7c0-4-3-4-3 0v2c0 4-3.500 4-3.500 0v-3c0-3-3.500-2-3.500 2z"
        fill="#fbf3df"
      />
      <path d="M32 30v-6" stroke="#6b5840" strokeWidth="1.75" strokeLinecap="round" />
      {begun && (
        <g className="ten-cover-flame">
          <path
            d="M32 4c5 6.500 6.500 10 6.500 13.500a6.500 6.500 0 0 1-13 0C25.500 14 27 10.500 32 4z"
            fill="#f2b65a"
          />
          <path
            d="M32 12.500c2.400 3 3 4.500 3 6.200a3 3 0 0 1-6 0c0-1.700.6-3.200 3-6.200z"
            fill="#fff3d0"
          />
        </g>
      )}
      <path d="M15 92h34l-4 6.500H19z" fill="#a97f35" />
      <path d="M19 89.500h26V92H19z" fill="#d9ae5e" />
    </svg>
  );
}
