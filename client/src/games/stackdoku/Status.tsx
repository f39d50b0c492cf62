/** Candles for lives, feathers for undos, and a clock for those who want one. */

import { useEffect, useState } from "react";
import { Icon, useBoardName, useHost } from "@/game-kit";
import { Candle, Feather } from "./things";
import type { View } from "./types";

interface StatusProps {
  view: View;
  clock: () => number;
  /** When it ended. */
  stoppedMs: number | null;
  clockShown: boolean;
  onClock: () => void;
}

export function Status({ view, clock, stoppedMs, clockShown, onClock }: StatusProps) {
  const { t } = useHost();
  const boardName = useBoardName();
  const { lives, undos } = view.limits;
  return (
    <div className="sd-status">
      <span className="sd-things" role="img" aria-label={t("status.lives", { left: view.lives, of: lives })}>
        {rowOf(lives, (index) => (
          <Candle key={index} lit={index < view.lives} />
        ))}
      </span>
      <span className="sd-things" role="img" aria-label={t("status.undos", { left: view.undos, of: undos })}>
        {rowOf(undos, (index) => (
          <Feather key={index} left={index < view.undos} />
        ))}
      </span>
      <span className="sd-level">{boardName(view.difficulty)}</span>
      <button
        type="button"
        className="sd-clock"
        onClick={onClock}
        aria-pressed={clockShown}
        title={t("status.clock")}
      >
        <Icon name="clock" size={20} />
        <span className="unseen">{t("status.clock")}</span>
        {clockShown ? <Elapsed clock={clock} stoppedMs={stoppedMs} /> : <span aria-hidden="true">–:––</span>}
      </button>
    </div>
  );
}

const rowOf = <Drawn,>(count: number, draw: (index: number) => Drawn) =>
  Array.from({ length: count }, (_, index) => draw(index));

function Elapsed({ clock, stoppedMs }: Pick<StatusProps, "clock" | "stoppedMs">) {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    setNow(clock());
    if (stoppedMs !== null) return;
    const timer = setInterval(() => setNow(clock()), 500);
    return () => clearInterval(timer);
  }, [clock, stoppedMs]);
  return <span className="figures">{minutes(stoppedMs ?? now)}</span>;
}

/** 4:07, or 1:02:33 after an hour. */
export function minutes(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = `${String(s).padStart(2, "0")}`;
  return h ? `${h}:${String(m).padStart(2, "0")}:${tail}` : `${m}:${tail}`;
}
