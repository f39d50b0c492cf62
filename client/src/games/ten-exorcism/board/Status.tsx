/** Score, ghosts left and the candle: one row over the board on a phone, a panel beside it on a desktop. */
import { memo, useEffect } from "react";
import { type Moment, useAnnouncement, useClock, useHost } from "@/game-kit";
import { Ghost, type Powers } from "../pictures";
import type { Action, View } from "../types";
import "./status.css";

export function Status({ moment }: { moment: Moment<View, Action> }) {
  const { t } = useHost();
  const { score, ghosts, limit_ms } = moment.view;
  return (
    <div className="ten-status">
      <div className="ten-score">
        <strong className="score figures" key={score} data-score={score}>
          {score}
        </strong>
        <span>{t("status.freed")}</span>
      </div>
      <div className="ten-left">
        <strong className="figures">{ghosts}</strong>
        <span>{t("status.left")}</span>
      </div>
      {limit_ms === null ? (
        <p className="ten-endless">{t("status.endless")}</p>
      ) : (
        <Clock limitMs={limit_ms} moment={moment} />
      )}
    </div>
  );
}

/** Said aloud when so many seconds are left. */
const CALLS = [60, 30, 10];

function Clock({ limitMs, moment }: { limitMs: number; moment: Moment<View, Action> }) {
  const { t, play } = useHost();
  const leftMs = Math.min(limitMs, Math.max(0, limitMs - useClock(moment, 200)));
  const seconds = Math.ceil(leftMs / 1000);
  const calls = CALLS.includes(seconds) && moment.outcome === null;
  useAnnouncement(calls ? t("clock.left", { seconds }) : null);
  useEffect(() => {
    if (calls && seconds <= 10) play("candle");
  }, [calls, seconds, play]);
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

const TALL = 64;

/** A share of 1 is a whole candle; at 0 there is only smoke over a stub. */
function Candle({ share }: { share: number }) {
  const burnt = (1 - share) * TALL;
  return (
    <svg viewBox="0 0 44 104" className="ten-candle" aria-hidden="true">
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
      <path d="M5 92h34l-4 6.500H9z" fill="light-dark(#9a6f22, #a97f35)" />
      <path d="M36 93c7-1 7 5 1 4.500" fill="none" stroke="light-dark(#9a6f22, #a97f35)" strokeWidth="1.75" />
      <path d="M9 89.500h26v2.500H9z" fill="light-dark(#c7973b, #d9ae5e)" />
    </svg>
  );
}

/** How many of each are left: what can still be paired with what. */
export const Census = memo(function Census({ board }: { board: Powers }) {
  const { t } = useHost();
  const all = board.flat();
  return (
    <section aria-label={t("census.name")}>
      <h2>{t("census.name")}</h2>
      <ul className="ten-census">
        {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((power) => {
          const count = all.filter((one) => one === power).length;
          return (
            <li key={power} data-none={count === 0} aria-label={t("census.one", { power, count })}>
              <Ghost power={power} />
              <span className="figures" aria-hidden="true">
                {count}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
});
