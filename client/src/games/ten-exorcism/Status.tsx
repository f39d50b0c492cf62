/** Score, ghosts left and the clock: one row over the board on a phone, a panel beside it on a desktop. */

import { memo } from "react";
import { useHost } from "@/game-kit";
import { Clock } from "./Candle";
import { Ghost } from "./Ghost";
import type { Powers } from "./preview";
import "./status.css";

interface StatusProps {
  score: number;
  ghosts: number;
  limitMs: number | null;
  now: () => number;
  running: boolean;
}

export function Status({ score, ghosts, limitMs, now, running }: StatusProps) {
  const { t } = useHost();
  return (
    <div className="ten-status">
      <div className="ten-score">
        <strong className="figures" key={score} data-score={score}>
          {score}
        </strong>
        <span>{t("status.freed")}</span>
      </div>
      <div className="ten-left">
        <strong className="figures">{ghosts}</strong>
        <span>{t("status.left")}</span>
      </div>
      {limitMs === null ? (
        <p className="ten-endless">{t("status.endless")}</p>
      ) : (
        <Clock limitMs={limitMs} now={now} running={running} />
      )}
    </div>
  );
}

/** How many of each are left: what can still be paired with what. */
export const Census = memo(function Census({ board }: { board: Powers }) {
  const { t } = useHost();
  const counts = Array.from({ length: 9 }, () => 0);
  for (const power of board.flat()) if (power > 0) counts[power - 1] = (counts[power - 1] ?? 0) + 1;
  return (
    <section className="ten-census" aria-label={t("census.name")}>
      <h2>{t("census.name")}</h2>
      <ul>
        {counts.map((count, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a power is its place
          <li key={index} data-none={count === 0} aria-label={t("census.one", { power: index + 1, count })}>
            <Ghost power={index + 1} />
            <span className="figures" aria-hidden="true">
              {count}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
});
