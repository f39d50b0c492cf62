/** A match's time, running out: in seconds beside a picture of how much is left, and said aloud now and then. */
import { type ComponentType, useEffect } from "react";
import { useHost } from "../contract/host";
import type { Moment } from "../contract/types";
import { useAnnouncement } from "../match/useAnnouncement";
import { useClock } from "../match/useClock";
import "./ScoreStatus.css";

/** Said aloud when so many seconds are left. */
const CALLS = [60, 30, 10];
const LAST_CALL = 10;

interface ScoreClockProps {
  moment: Moment<unknown, unknown>;
  limitMs: number;
  /** Seconds, as short as can be. */
  unit: string;
  /** A sound of the game's that goes with the last call. */
  sound: string;
  /** A picture as high as `--clock` says, of the share of the time that is left and of whether it runs. */
  Picture: ComponentType<{ share: number; runs: boolean }>;
}

export function ScoreClock({ moment, limitMs, unit, sound, Picture }: ScoreClockProps) {
  const { t, play } = useHost();
  const leftMs = Math.min(limitMs, Math.max(0, limitMs - useClock(moment, 200)));
  const seconds = Math.ceil(leftMs / 1000);
  const calls = CALLS.includes(seconds) && moment.outcome === null;
  useAnnouncement(calls ? t("clock.left", { seconds }) : null);
  useEffect(() => {
    if (calls && seconds <= LAST_CALL) play(sound);
  }, [calls, seconds, play, sound]);
  return (
    <div
      className="score-clock"
      role="timer"
      data-short={seconds <= LAST_CALL}
      aria-label={t("clock.left", { seconds })}
    >
      <Picture share={leftMs / limitMs} runs={leftMs > 0 && moment.outcome === null} />
      <span className="score-seconds figures" aria-hidden="true">
        {seconds}
        <small>{unit}</small>
      </span>
    </div>
  );
}
