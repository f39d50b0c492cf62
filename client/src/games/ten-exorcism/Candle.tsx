/** The clock: a candle that burns down, the seconds beside it. */

import { useEffect, useState } from "react";
import { useHost } from "@/game-kit";

const TICK_MS = 200;
/** Said aloud when so many seconds are left. */
const CALLS = [60, 30, 10];

interface ClockProps {
  limitMs: number;
  /** The match's clock, in milliseconds. */
  now: () => number;
  running: boolean;
}

export function Clock({ limitMs, now, running }: ClockProps) {
  const { t, announce, play } = useHost();
  const [leftMs, setLeftMs] = useState(() => left(limitMs, now));
  useEffect(() => {
    const tick = () => setLeftMs(left(limitMs, now));
    tick();
    if (!running) return;
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [limitMs, now, running]);
  const seconds = Math.ceil(leftMs / 1000);
  useEffect(() => {
    if (!running || !CALLS.includes(seconds)) return;
    announce(t("clock.left", { seconds }));
    if (seconds <= 10) play("candle");
  }, [running, seconds, t, announce, play]);
  return (
    <div
      className={seconds <= 10 ? "ten-clock ten-clock-low" : "ten-clock"}
      role="timer"
      aria-label={t("clock.left", { seconds })}
    >
      <Candle share={leftMs / limitMs} />
      <span className="ten-seconds figures" aria-hidden="true">
        {seconds}
        <small>{t("clock.unit")}</small>
      </span>
    </div>
  );
}

function left(limitMs: number, now: () => number): number {
  return Math.min(limitMs, Math.max(0, limitMs - now()));
}

const TALL = 64;

/** A share of 1 is a whole candle; at 0 there is only smoke over a stub. */
export function Candle({ share }: { share: number }) {
  const burnt = (1 - share) * TALL;
  return (
    <svg viewBox="0 0 44 104" className="ten-candle" aria-hidden="true">
      <svg width="44" height="94" viewBox="0 0 44 94" aria-hidden="true">
        <g style={{ transform: `translateY(${burnt.toFixed(1)}px)` }}>
          <path d="M13 26c3-2 15-2 18 0v72H13z" fill="var(--ten-wax)" />
          <path
            d="M13 26c3-2 15-2 18 0v6c0 5-2.500 5-2.500 0 0-3-2.500-3-2.500 2v9c0 4-3 4-3 0v-7c0-4-3-4-3 0v2c0 4-3.500 4-3.500 0v-3c0-3-3.500-2-3.500 2z"
            fill="var(--ten-wax-light)"
          />
          <path d="M22 26v-6" stroke="var(--ten-wick)" strokeWidth="1.75" strokeLinecap="round" />
          {share > 0 ? (
            <g className="ten-flame">
              <path
                d="M22 2c5 6.500 6.500 10 6.500 13.500a6.500 6.500 0 0 1-13 0C15.500 12 17 8.500 22 2z"
                fill="var(--lamp)"
              />
              <path
                d="M22 10.500c2.400 3 3 4.500 3 6.200a3 3 0 0 1-6 0c0-1.700.6-3.200 3-6.200z"
                fill="#fff3d0"
              />
            </g>
          ) : (
            <path
              d="M22 18c-4-4 4-6 0-10-2-2 1-4 0-6"
              fill="none"
              stroke="var(--ink-soft)"
              strokeWidth="1.5"
              strokeLinecap="round"
            />
          )}
        </g>
      </svg>
      <path d="M5 92h34l-4 6.500H9z" fill="var(--ten-brass)" />
      <path d="M36 93c7-1 7 5 1 4.500" fill="none" stroke="var(--ten-brass)" strokeWidth="1.75" />
      <path d="M9 89.500h26v2.500H9z" fill="var(--ten-brass-light)" />
    </svg>
  );
}
