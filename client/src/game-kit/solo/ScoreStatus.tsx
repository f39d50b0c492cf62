/** What one player has and what is left: a row over the board on a phone, a panel beside it on a desktop. */
import type { ReactNode } from "react";
import "./ScoreStatus.css";

interface ScoreStatusProps {
  score: number;
  /** What the score counts. */
  unit: string;
  left: number;
  /** What is left so many times. */
  leftUnit: string;
  /** A `ScoreClock`; null where there is all the time in the world. */
  clock: ReactNode;
  /** Says that there is. */
  untimed: string;
}

export function ScoreStatus({ score, unit, left, leftUnit, clock, untimed }: ScoreStatusProps) {
  return (
    <div className="score-status">
      <div className="score-now">
        <strong className="score figures" key={score} data-score={score}>
          {score}
        </strong>
        <span>{unit}</span>
      </div>
      <div className="score-left">
        <strong className="figures">{left}</strong>
        <span>{leftUnit}</span>
      </div>
      {clock ?? <p className="score-untimed">{untimed}</p>}
    </div>
  );
}
