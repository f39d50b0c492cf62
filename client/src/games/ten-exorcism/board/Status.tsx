/** Score, ghosts left and the candle, and on a desktop how many ghosts there are of each power. */
import { memo } from "react";
import { type Moment, ScoreClock, ScoreStatus, useHost } from "@/game-kit";
import { Candle, Flame } from "../cover";
import { Ghost, type Powers } from "../pictures";
import type { Action, View } from "../types";
import "./board.css";

export function Status({ moment }: { moment: Moment<View, Action> }) {
  const { t } = useHost();
  const { score, ghosts, limit_ms } = moment.view;
  const clock =
    limit_ms === null ? null : (
      <ScoreClock
        moment={moment}
        limitMs={limit_ms}
        unit={t("clock.unit")}
        sound="candle"
        Picture={ClockCandle}
      />
    );
  return (
    <ScoreStatus
      score={score}
      unit={t("status.freed")}
      left={ghosts}
      leftUnit={t("status.left")}
      clock={clock}
      untimed={t("status.endless")}
    />
  );
}

/** How far down a whole candle burns. */
const TALL = 64;

/** A share of 1 is a whole candle, 0 a stub; over one that does not burn any more there is only smoke. */
function ClockCandle({ share, runs }: { share: number; runs: boolean }) {
  return (
    <svg viewBox="0 0 44 104" aria-hidden="true">
      <Candle burnt={(1 - share) * TALL}>
        {runs ? (
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
