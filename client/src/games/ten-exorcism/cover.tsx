/** A candle: on the cover of a match that waits, and beside its board as the clock. */
import type { ReactNode } from "react";

/** A candle on its dish in 44 × 104, burnt down by so much, with what is over its wick. */
export function Candle({ burnt, children }: { burnt: number; children?: ReactNode }) {
  return (
    <>
      <svg width="44" height="94" viewBox="0 0 44 94" aria-hidden="true">
        <g style={{ transform: `translateY(${burnt.toFixed(1)}px)` }}>
          <path d="M13 26c3-2 15-2 18 0v72H13z" fill="light-dark(#efe2c4, #e9dcc0)" />
          <path
            d="M13 26c3-2 15-2 18 0v6c0 5-2.500 5-2.500 0 0-3-2.500-3-2.500 2v9c0 4-3 4-3 0v-7c0-4-3-4-3 0v2c0 4-3.500 4-3.500 0v-3c0-3-3.500-2-3.500 2z"
            fill="light-dark(#fffaf0, #fbf3df)"
          />
          <path
            d="M22 26v-6"
            stroke="light-dark(#4d3f2f, #6b5840)"
            strokeWidth="1.75"
            strokeLinecap="round"
          />
          {children}
        </g>
      </svg>
      <path d="M5 92h34l-4 6.500H9z" fill="light-dark(#9a6f22, #a97f35)" />
      <path d="M9 89.500h26v2.500H9z" fill="light-dark(#c7973b, #d9ae5e)" />
    </>
  );
}

export function Flame() {
  return (
    <>
      <path
        d="M22 2c5 6.500 6.500 10 6.500 13.500a6.500 6.500 0 0 1-13 0C15.500 12 17 8.500 22 2z"
        fill="var(--lamp)"
      />
      <path d="M22 10.500c2.400 3 3 4.500 3 6.200a3 3 0 0 1-6 0c0-1.700.6-3.200 3-6.200z" fill="#fff3d0" />
    </>
  );
}

/** On the cover of a match that waits, by night in both themes: it is lit to begin. */
export default function Cover({ begun }: { begun: boolean }) {
  return (
    <svg viewBox="-10 0 64 104" style={{ colorScheme: "dark" }} aria-hidden="true">
      <Candle burnt={4}>
        {begun && (
          <g transform="translate(0 -2)" style={{ animation: "fade-in var(--calm) var(--ease)" }}>
            <Flame />
          </g>
        )}
      </Candle>
    </svg>
  );
}
