/** The glass with its ghosts. Tiles are drawn when their power changes; a drag draws the selection only. */
import {
  type CSSProperties,
  memo,
  type ReactNode,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  type Cell,
  nearestCell,
  sameCell,
  useAnnouncement,
  useAvailableSpace,
  useHost,
  usePointer,
} from "@/game-kit";
import { Ghost, type Powers } from "../pictures";
import { BareChalk, Chalk, drawChalk, type Glass, GlassContext, toneOf } from "./Chalk";
import { between, cellName, columnName, keyPressed, rowName, sumIn, useSelection } from "./selection";
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
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const ref = useRef<HTMLDivElement>(null);
  const chalk = useRef<HTMLDivElement>(null);
  const turned = useAvailableSpace(field, ref);
  const selection = useSelection();
  const { anchor, cursor, keys } = selection;
  const [rows, cols] = [board.length, board[0]?.length ?? 0];
  const glass = useMemo(() => ({ rows, cols, turned }), [rows, cols, turned]);

  const draw = (to: Cell) => {
    if (!anchor) return;
    const rectangle = between(anchor, to);
    const sum = sumIn(board, rectangle);
    drawChalk(chalk.current, glass, { rectangle, tone: toneOf(sum), corner: anchor, label: sum });
  };
  const finish = (at: Cell) => {
    if (!anchor) return;
    if (!sameCell(anchor, at)) onSelect?.(anchor, at);
    else if (keys) return;
    selection.letGo(at);
  };
  const pointer = usePointer<Cell>({
    board: ref,
    // A drag may begin and end outside the board, at its nearest cell.
    placeAt: (right, below) => {
      const [down, along] = turned ? [right, below] : [below, right];
      return nearestCell(glass, down * rows, along * cols);
    },
    same: sameCell,
    begin(at) {
      play("chalk");
      selection.begin(at);
    },
    move: draw,
    end: finish,
    cancel: selection.letGo,
  });
  useLayoutEffect(() => {
    draw(pointer.held() ?? cursor);
  });
  useAnnouncement(anchor && keys ? t("board.sum", { sum: sumIn(board, between(anchor, cursor)) }) : null);

  return (
    <div
      ref={field}
      className={onSelect ? "game-touch ten-field ten-field-open" : "game-touch ten-field"}
      {...(onSelect ? pointer.handlers : {})}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a grid that can be drawn transposed is no table */}
      <div
        ref={ref}
        role="grid"
        tabIndex={0}
        className={keys ? "ten-board" : "ten-board ten-board-touched"}
        aria-label={t("board.name")}
        aria-describedby={`${id}-keys`}
        aria-activedescendant={`${id}-${cursor.row}-${cursor.col}`}
        aria-readonly={!onSelect}
        data-turned={turned || undefined}
        style={{ "--rows": rows, "--cols": cols } as CSSProperties}
        onKeyDown={(event) => onSelect && keyPressed(event, selection, glass, () => finish(cursor))}
        onKeyUp={(event) => event.key === "Tab" && selection.reach(cursor, true)}
        onBlur={() => keys && selection.letGo()}
      >
        <Tiles id={id} board={board} empty={t("board.empty")} />
        <Edges rows={rows} cols={cols} turned={turned} />
        <div className="ten-layer" aria-hidden="true">
          <GlassContext value={glass}>
            {children}
            {keys && onSelect && <Chalk tone="cursor" rectangle={between(cursor, cursor)} />}
            {anchor && onSelect && <BareChalk ref={chalk} labelled />}
          </GlassContext>
        </div>
      </div>
      <span id={`${id}-keys`} className="unseen">
        {onSelect ? t("board.keys") : ""}
      </span>
    </div>
  );
}

/** The letters and numbers by which cells are called, along two edges: each cell says its own name to a screen reader. */
const Edges = memo(function Edges({ rows, cols, turned }: Glass) {
  const letters = Array.from({ length: cols }, (_, col) => columnName(col));
  const numbers = Array.from({ length: rows }, (_, row) => rowName(row));
  const [above, beside] = turned ? [numbers, letters] : [letters, numbers];
  const named = (names: readonly string[]) => names.map((name) => <span key={name}>{name}</span>);
  return (
    <>
      <div className="ten-edge ten-edge-above figures" aria-hidden="true">
        {named(above)}
      </div>
      <div className="ten-edge ten-edge-beside figures" aria-hidden="true">
        {named(beside)}
      </div>
    </>
  );
});

const Tiles = memo(function Tiles({ id, board, empty }: { id: string; board: Powers; empty: string }) {
  return board.map((powers, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid has the focus
    <div key={row} role="row" className="ten-row">
      {powers.map((power, col) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
        <Tile key={col} id={`${id}-${row}-${col}`} row={row} col={col} power={power} empty={empty} />
      ))}
    </div>
  ));
});

interface TileProps extends Cell {
  id: string;
  power: number;
  empty: string;
}

const Tile = memo(function Tile({ id, row, col, power, empty }: TileProps) {
  // Whoever was here last is still drawn while fading.
  const [seen, setSeen] = useState(power);
  if (power !== 0 && seen !== power) setSeen(power);
  const gone = power === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid has the focus
    <div
      id={id}
      role="gridcell"
      aria-label={`${cellName({ row, col })}, ${gone ? empty : power}`}
      className={gone ? "ten-cell ten-cell-empty" : "ten-cell"}
      style={{ "--row": row, "--col": col } as CSSProperties}
    >
      {gone && <Mark turn={(row * 7 + col * 5) % 4} />}
      {seen !== 0 && <Ghost power={power || seen} />}
    </div>
  );
});

/** What is left where a ghost was: two strokes of chalk, half wiped off. */
function Mark({ turn }: { turn: number }) {
  return (
    <svg viewBox="0 0 40 40" className="ten-mark" aria-hidden="true">
      <g transform={`rotate(${turn * 90 - 8} 20 20)`}>
        <path d="M15 14.500c3 3 7 7.500 10 11M25.500 15c-3.500 3-7 6.500-10.500 10.500" />
      </g>
    </svg>
  );
}
