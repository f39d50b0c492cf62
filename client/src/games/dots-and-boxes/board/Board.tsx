/** Dots, lines and boxes. It knows no rules: what is free is in the view. */
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import {
  type Flash,
  numbersTo,
  SeatLine,
  SeatPatterns,
  SeatSurface,
  seatLetter,
  seatStyle,
  useFlash,
  useHost,
  useRovingFocus,
} from "@/game-kit";
import { type Drag, useLineGesture } from "./lineGesture";
import { type BoardState, dotOf, lineAfter, lineRows, placeOf, SIDE, sizeOf, transformOf } from "./lines";
import { drawPreview, type Mark, Preview, pointOf } from "./Preview";
import { lineText } from "./words";
import "./board.css";

/** Why something that was tried cannot be: a line is drawn, its dots are no neighbours, or it is nobody's turn here. */
export type Reason = { why: "drawn"; line: string } | { why: "apart" } | { why: "turn" };

interface BoardProps {
  board: BoardState;
  /** Whose line comes next. */
  seat: number | null;
  /** Draws a line that is free; null while nothing can be drawn. */
  draw: ((line: string) => void) | null;
  /** Says why something could not be done; null where there is nothing to do, as in a replay. */
  refuse: ((reason: Reason) => void) | null;
  /** Lines sent and not answered yet. */
  pending?: readonly string[];
  /** What else is drawn over lines and dots. */
  children?: ReactNode;
}

const MARKED_MS = 1200;

export function Board({ board, seat, draw, refuse, pending = [], children }: BoardProps) {
  const { t } = useHost();
  const id = useId();
  const picture = useRef<SVGSVGElement>(null);
  const layer = useRef<SVGGElement>(null);
  const meant = useRef<Drag | null>(null);
  const [shaken, shake] = useFlash<{ name: string }>();
  const [mark, setMark] = useFlash<Mark>(MARKED_MS);
  const { rows, cols, owners } = board;
  const { width, height } = sizeOf(board);
  const show = (drag: Drag | null) => {
    meant.current = draw ? drag : null;
    drawPreview(layer.current, meant.current, owners);
  };
  useLayoutEffect(() => drawPreview(layer.current, draw ? meant.current : null, owners));

  /** Shows what could not be: a dot or a line is shaken, and the place marked where there is neither. */
  const refuseWith = (reason: Reason, name: string, drag: Drag | null) => {
    if (!refuse) return;
    shake({ name });
    if (drag && reason.why !== "drawn")
      setMark({ from: drag.from === null ? null : pointOf(drag.from), to: drag.at });
    refuse(reason);
  };
  const tryLine = (line: string, drag: Drag | null = null) => {
    if (!draw) refuseWith({ why: "turn" }, line, drag);
    else if (owners[line] === undefined) draw(line);
    else refuseWith({ why: "drawn", line }, line, drag);
  };
  const gesture = useLineGesture({
    picture,
    size: board,
    mayDraw: draw !== null,
    show,
    tryLine,
    apart: (drag) => refuseWith({ why: "apart" }, drag.from ?? "", drag),
    tooEarly: (drag) => refuseWith({ why: "turn" }, drag.from ?? "", drag),
  });
  const focus = useRovingFocus("h00", (from, step) => lineAfter(board, from, step));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") gesture.letGo();
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    tryLine(focus.current);
  };
  const lines = lineRows(board).flat();
  return (
    <div className="dots-frame" {...focus.around}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a picture */}
      <svg
        ref={picture}
        className="dots-board game-touch"
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={t("board.name", { rows, cols })}
        data-acting={draw !== null}
        {...gesture.handlers}
        onKeyDown={onKeyDown}
      >
        <SeatPatterns id={id} />
        <Ground width={width} height={height} id={id} />
        {Object.entries(owners).map(([name, owner]) =>
          name[0] === "b" ? <Box key={name} name={name} owner={owner} patterns={id} /> : null,
        )}
        <DrawnLines board={board} shaken={shaken} />
        {seat !== null &&
          pending.map((line) => (
            <g key={line} opacity="0.7" transform={transformOf(line)}>
              <SeatLine length={SIDE} seat={seat} />
            </g>
          ))}
        <Dots rows={rows} cols={cols} id={id} shaken={shaken} />
        {children}
        {lines.map((line) => {
          const owner = owners[line];
          const state = owner === undefined ? t("line.free") : t("line.drawn", { letter: seatLetter(owner) });
          return (
            // biome-ignore lint/a11y/useSemanticElements: a button cannot stand inside a picture
            <g
              key={line}
              {...focus.place(line)}
              role="button"
              className="dots-line"
              aria-label={`${lineText(t, line)}, ${state}`}
              aria-disabled={draw === null || owner !== undefined}
              // A screen reader's click has no count; a pointer's has, and was dealt with when it was lifted.
              onClick={(event) => event.detail === 0 && tryLine(line)}
              transform={transformOf(line)}
            >
              <rect x="13" y="-18" width={SIDE - 26} height="36" rx="12" />
            </g>
          );
        })}
      </svg>
      {refuse && (
        <Preview layer={layer} size={board} owners={owners} seat={seat ?? 0} lit={gesture.lit} mark={mark} />
      )}
    </div>
  );
}

function DrawnLines({ board, shaken }: { board: BoardState; shaken: Shaken }) {
  const { owners, last } = board;
  return lineRows(board)
    .flat()
    .map((line) => {
      const owner = owners[line];
      if (owner === undefined) return null;
      const shakes = line === shaken?.name ? shaken.count : 0;
      return (
        <g key={line} transform={transformOf(line)}>
          <g key={shakes} className={shakes ? "dots-shaken" : line === last ? "dots-last" : undefined}>
            {line === last && <path className="dots-glow" d={`M0 0h${SIDE}`} />}
            <SeatLine length={SIDE} seat={owner} />
          </g>
        </g>
      );
    });
}

function Box({ name, owner, patterns }: { name: string; owner: number; patterns: string }) {
  const { t } = useHost();
  const [row, col] = placeOf(name);
  const { x, y } = dotOf(name);
  const side = SIDE - 18;
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of a picture is not interactive
    <g
      className="dots-box"
      role="img"
      aria-label={t("box", { row: row + 1, col: col + 1, letter: seatLetter(owner) })}
      transform={`translate(${x + 9} ${y + 9})`}
    >
      <g style={seatStyle(owner)}>
        <SeatSurface seat={owner} patterns={patterns} width={side} height={side} rx="9" />
        <rect className="seat-seam" x="6" y="6" width={side - 12} height={side - 12} rx="6" />
        <text className="seat-sign" x={side / 2} y={side / 2 + 17} fontSize="50">
          {seatLetter(owner)}
        </text>
      </g>
    </g>
  );
}

/** Under everything: woven, hemmed, lit from above. */
function Ground({ width, height, id }: { width: number; height: number; id: string }) {
  const all = { width, height, rx: 20 };
  return (
    <>
      <radialGradient id={`${id}-light`} cx="0.5" cy="0" r="0.9">
        <stop className="dots-light" stopColor="var(--lamp)" stopOpacity="0.13" />
        <stop offset="1" stopColor="var(--lamp)" stopOpacity="0" />
      </radialGradient>
      <pattern id={`${id}-weave`} width="8" height="8" patternUnits="userSpaceOnUse">
        <path d="M0 2h4M4 6h4M2 4v4M6 0v4" stroke="var(--ink)" opacity="0.05" />
      </pattern>
      <rect {...all} fill="var(--table)" />
      <rect {...all} fill={`url(#${id}-weave)`} />
      <rect {...all} fill={`url(#${id}-light)`} />
      <g fill="none" stroke="var(--edge-strong)" strokeWidth="2" strokeLinecap="round">
        <rect {...all} />
        <rect
          x="14"
          y="14"
          width={width - 28}
          height={height - 28}
          rx="12"
          strokeDasharray="10 8"
          opacity="0.55"
        />
      </g>
    </>
  );
}

/** The dot or line that is shaken. */
type Shaken = Flash<{ name: string }> | null;

interface DotsProps {
  rows: number;
  cols: number;
  id: string;
  shaken: Shaken;
}

function Dots({ rows, cols, id, shaken }: DotsProps) {
  return (
    <g>
      <radialGradient id={`${id}-brass`} cx="0.38" cy="0.32" r="0.75">
        <stop stopColor="light-dark(#ffe9b8, #ffe7bd)" />
        <stop offset="0.55" stopColor="light-dark(#b98228, #d79b45)" />
        <stop offset="1" stopColor="light-dark(#6b4310, #6d4718)" />
      </radialGradient>
      {numbersTo((rows + 1) * (cols + 1)).map((index) => {
        const name = `d${Math.floor(index / (cols + 1))}${index % (cols + 1)}`;
        const { x, y } = dotOf(name);
        const shakes = name === shaken?.name ? shaken.count : 0;
        return (
          <g key={`${name} ${shakes}`} className={shakes ? "dots-dot dots-shaken" : "dots-dot"}>
            <ellipse cx={x + 1} cy={y + 5} rx="11" ry="8" fill="var(--shade)" />
            <circle cx={x} cy={y} r="10" fill={`url(#${id}-brass)`} />
          </g>
        );
      })}
    </g>
  );
}
