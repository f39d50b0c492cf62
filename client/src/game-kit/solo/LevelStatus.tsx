/** The status of a game for one player, small enough for the top bar: what is left, the level, and the time it takes. */
import type { ReactNode } from "react";
import { span } from "@/text/times";
import { Button } from "@/ui/controls/Button";
import type { Moment } from "../contract/types";
import { useBoardName } from "../match/useBoardName";
import { useClock } from "../match/useClock";
import "./LevelStatus.css";

interface LevelStatusProps {
  moment: Moment<unknown, unknown>;
  /** What is left of lives and the like: one `CountLeft` or more. */
  left: ReactNode;
  /** Something to be reopened that must not be forgotten; it takes the place of the level. */
  alarm: { text: string; onClick: () => void } | null;
  /** The key of its name in the catalogue. */
  level: string;
  /** What the clock is called, and whether it shows its time; a press on it changes that. */
  clock: { name: string; shown: boolean; show: (shown: boolean) => void };
}

export function LevelStatus({ moment, left, alarm, level, clock }: LevelStatusProps) {
  const boardName = useBoardName();
  return (
    <div className="row level-status">
      {left}
      {alarm && (
        <Button className="level-alarm" onClick={alarm.onClick}>
          {alarm.text}
        </Button>
      )}
      <span className="level-name soft">{boardName(level)}</span>
      <Button
        kind="quiet"
        icon="clock"
        className="level-clock"
        onClick={() => clock.show(!clock.shown)}
        aria-pressed={clock.shown}
        title={clock.name}
      >
        <span className="unseen">{clock.name}</span>
        {clock.shown ? <Elapsed moment={moment} /> : <span aria-hidden="true">–:––</span>}
      </Button>
    </div>
  );
}

/** Drawn apart, so that the clock draws nothing else anew. */
function Elapsed({ moment }: { moment: Moment<unknown, unknown> }) {
  return <span className="figures">{span(Math.floor(useClock(moment, 500) / 1000))}</span>;
}
