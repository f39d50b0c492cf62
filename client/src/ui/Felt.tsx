/** The table a game lies on: the board, its panel beside it on a desktop, and one row of controls under the thumb. */
import type { ReactNode } from "react";
import "./Felt.css";

interface FeltProps {
  /** Scores, clock, whose turn: above the board on a phone, at the top of the panel on a desktop. */
  status: ReactNode;
  board: ReactNode;
  /** Buttons: below the board on a phone, under the status on a desktop. */
  controls?: ReactNode;
  /** What only a desktop has room for. */
  aside?: ReactNode;
  /** Whether the status is small enough to stand in the top bar where a screen is short. */
  slim?: boolean;
}

export function Felt({ status, board, controls, aside, slim = false }: FeltProps) {
  return (
    <div className={slim ? "felt felt-slim" : "felt"}>
      <div className="felt-status">{status}</div>
      <div className="felt-board">{board}</div>
      {controls && <div className="felt-controls">{controls}</div>}
      {aside && <div className="felt-aside">{aside}</div>}
    </div>
  );
}
