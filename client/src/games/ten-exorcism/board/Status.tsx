/** Score, ghosts left and the candle: one row over the board on a phone, a panel beside it on a desktop. */
import { memo, useEffect } from "react";
import { type Moment, useAnnouncement, useClock, useHost } from "@/game-kit";
import { Candle, Flame } from "../cover";
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
      <ClockCandle share={leftMs / limitMs} burns={leftMs > 0 && moment.outcome === null} />
      <span className="ten-seconds figures" aria-hidden="true">
        {seconds}
        <small>{t("clock.unit")}</small>
      </span>
    </div>
  );
}

/** How far down a whole candle burns. */
const TALL = 64;

/** A share of 1 is a whole candle, 0 a stub; over one that does not burn any more there is only smoke. */
function ClockCandle({ share, burns }: { share: number; burns: boolean }) {
  return (
    <svg viewBox="0 0 44 104" className="ten-candle" aria-hidden="true">
      <Candle burnt={(1 - share) * TALL}>
        {burns ? (
          <g className="ten-flame">
            <Flame />
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
      </Candle>
      <path d="M36 93c7-1 7 5 1 4.500" fill="none" stroke="light-dark(#9a6f22, #a97f35)" strokeWidth="1.75" />
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
