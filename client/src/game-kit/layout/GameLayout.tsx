/** How a game stands on the page: the board, its panel beside it on a desktop, and one row of controls under the thumb. */
import { type CSSProperties, type ReactNode, useEffect, useState } from "react";
import { takeToMain } from "@/ui/focus/arrival";
import type { Moment } from "../contract/types";
import { type Ending, GameOver } from "./GameOver";
import "./GameLayout.css";

interface GameLayoutProps {
  moment: Moment<unknown, unknown>;
  /** Scores, clock, whose turn: above the board on a phone, at the top of the panel on a desktop. */
  status: ReactNode;
  board: ReactNode;
  /** Buttons: below the board on a phone, under the status on a desktop. */
  controls?: ReactNode;
  /** What only a desktop has room for. */
  aside?: ReactNode;
  /** How it ended; null while it goes on. The room draws it, with what can follow. */
  ending: Ending | null;
  /** `panel`: the board has what status, controls and aside leave, with the width `--panel` beside it.
   * `inset`: the board has all of the space, and leaves a column of the width `--panel` for status and controls.
   * `seated`: the players' cards stand around the board (`SeatedGame`). */
  variant?: "panel" | "inset" | "seated";
  /** What is small enough to stand in the top bar: the status where a screen is short, and the controls, as icons, on the
   * smallest phones. */
  slim?: "status" | "with controls";
  /** A class of the game's own that sets `--panel` and `--widest`. */
  className?: string;
  /** Custom properties that the class uses. */
  style?: CSSProperties;
}

export function GameLayout({
  moment,
  status,
  board,
  controls,
  aside,
  ending,
  variant = "panel",
  slim,
  className = "",
  style,
}: GameLayoutProps) {
  // The keyboard comes along when a cover is lifted, and with every new board.
  useEffect(() => void takeToMain(), []);
  const [wasOver] = useState(ending !== null);
  const layout = [
    "game-layout",
    `game-layout-${variant}`,
    slim && "game-layout-slim",
    slim === "with controls" && "game-layout-slim-controls",
  ];
  return (
    <div className={`game-page ${className}`} style={style} data-over={ending !== null}>
      <div className={layout.filter(Boolean).join(" ")}>
        <div className="game-status">{status}</div>
        <div className="game-board">{board}</div>
        {controls && <div className="game-controls">{controls}</div>}
        {aside && <div className="game-aside">{aside}</div>}
      </div>
      {ending && <GameOver match={moment.match} ending={ending} atOnce={wasOver} />}
    </div>
  );
}
