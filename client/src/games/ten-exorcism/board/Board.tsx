/** The glass with its ghosts, and the rectangle that is being chosen on it. */
import { type ReactNode, useRef, useState } from "react";
import { type Cell, CellBoard, type Translate, useAnnouncement, useCorners, useHost } from "@/game-kit";
import { Ghost, type Powers } from "../pictures";
import { BareChalk, Chalk, drawChalk, toneOf } from "./Chalk";
import { between, sumIn } from "./selection";
import "./board.css";

interface BoardProps {
  board: Powers;
  /** Two corners that were chosen, as they were chosen; null where nothing can be. */
  onSelect: ((from: Cell, to: Cell) => void) | null;
  /** What else is drawn in chalk. */
  children?: ReactNode;
}

export function Board({ board, onSelect, children }: BoardProps) {
  const { t, play } = useHost();
  const chalk = useRef<HTMLDivElement>(null);
  const corners = useCorners({
    rows: board.length,
    cols: board[0]?.length ?? 0,
    onSelect,
    onPointerDown: () => play("chalk"),
    draw: (from, to, layout) => {
      const rectangle = between(from, to);
      const sum = sumIn(board, rectangle);
      drawChalk(chalk.current, layout, { rectangle, tone: toneOf(sum), corner: from, label: sum });
    },
  });
  const { anchor, cursor, keys } = corners;
  useAnnouncement(anchor && keys ? t("board.sum", { sum: sumIn(board, between(anchor, cursor)) }) : null);
  return (
    <CellBoard
      corners={corners}
      className="ten-board"
      label={t("board.name")}
      keys={t("board.keys")}
      values={board}
      Content={Place}
      say={sayPower}
    >
      {children}
      {keys && onSelect && <Chalk tone="cursor" rectangle={between(cursor, cursor)} />}
      {anchor && onSelect && <BareChalk ref={chalk} labelled />}
    </CellBoard>
  );
}

const sayPower = (t: Translate, power: number) => (power === 0 ? t("board.empty") : `${power}`);

/** A ghost, or where one was: two strokes of chalk, half wiped off. Whoever was here last is still drawn while fading. */
function Place({ row, col, value: power }: Cell & { value: number }) {
  const [seen, setSeen] = useState(power);
  if (power !== 0 && seen !== power) setSeen(power);
  return (
    <>
      {power === 0 && (
        <svg viewBox="0 0 40 40" className="ten-mark" aria-hidden="true">
          <g transform={`rotate(${((row * 7 + col * 5) % 4) * 90 - 8} 20 20)`}>
            <path d="M15 14.500c3 3 7 7.500 10 11M25.500 15c-3.500 3-7 6.500-10.500 10.500" />
          </g>
        </svg>
      )}
      {seen !== 0 && <Ghost power={power || seen} />}
    </>
  );
}
