/** What one player has and what is left: a row over the board on a phone, a panel beside it on a desktop. */
import type { ReactNode } from "react";
import "./SoloStatus.css";

interface SoloStatusProps {
  score: number;
  /** What the score counts. */
  unit: string;
  left: number;
  /** What is left so many times. */
  leftUnit: string;
  /** A `SoloClock`; null where there is all the time in the world. */
  clock: ReactNode;
  /** Says that there is. */
  untimed: string;
}

export function SoloStatus({ score, unit, left, leftUnit, clock, untimed }: SoloStatusProps) {
  return (
    <div className="solo-status">
      <div className="solo-score">
        <strong className="score figures" key={score} data-score={score}>
          {score}
        </strong>
        <span>{unit}</span>
      </div>
      <div className="solo-left">
        <strong className="figures">{left}</strong>
        <span>{leftUnit}</span>
      </div>
      {clock ?? <p className="solo-untimed">{untimed}</p>}
    </div>
  );
}
