/** Dots, lines and boxes. It knows no rules: what is free is in the view. */
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { seatLetter, useHost, usePointer, useRovingFocus } from "@/game-kit";
import {
  BOX_HEIGHT,
  BOX_WIDTH,
  type BoardState,
  dotOf,
  lengthOf,
  lineAfter,
  lineAt,
  lineRows,
  MARGIN,
  placeOf,
  sizeOf,
  transformOf,
} from "./lines";
import { Patterns, SeatLine, Surface, seatStyle } from "./seats";
import { lineText } from "./words";
import "./board.css";

interface BoardProps {
  board: BoardState;
  /** Whose line comes next. */
  seat: number | null;
  /** Draws a line that is free; null while nothing can be drawn. */
  draw: ((line: string) => void) | null;
  /** A line was tried that is drawn already. */
  taken: (line: string) => void;
  /** Lines sent and not answered yet. */
  pending?: readonly string[];
}

export function Board({ board, seat, draw, taken, pending = [] }: BoardProps) {
  const { t } = useHost();
  const id = useId();
  const picture = useRef<SVGSVGElement>(null);
  const preview = useRef<SVGGElement>(null);
  const meant = useRef<string | null>(null);
  const [shaken, setShaken] = useState({ line: "", count: 0 });
  const { rows, cols, owners, last } = board;
  const { width, height } = sizeOf(board);
  // Outside React: browsers send a move right before a frame, and there is no time in it to render or to lay out the board.
  const drawPreview = () => {
    const line = meant.current;
    const free = line !== null && owners[line] === undefined;
    preview.current?.setAttribute("data-shown", free ? line.charAt(0) : "");
    if (free) preview.current?.setAttribute("transform", transformOf(line));
  };
  useLayoutEffect(drawPreview);
  const show = (line: string | null) => {
    if (line === meant.current) return;
    meant.current = line;
    drawPreview();
  };
  const tryLine = (line: string) => {
    show(null);
    if (!draw) return;
    if (owners[line] === undefined) return draw(line);
    setShaken(({ count }) => ({ line, count: count + 1 }));
    taken(line);
  };
  const focus = useRovingFocus("h00", (from, step) => lineAfter(board, from, step));
  const pointer = usePointer<string | null>({
    board: picture,
    placeAt: (right, below) =>
      lineAt((right * width - MARGIN) / BOX_WIDTH, (below * height - MARGIN) / BOX_HEIGHT, rows, cols),
    // A finger that came down before my turn draws nothing in it.
    begin: (line) => (draw ? show(line) : pointer.letGo()),
    move: show,
    end: (line) => (line ? tryLine(line) : show(null)),
    cancel: () => show(null),
    hover: show,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") pointer.letGo();
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
        {...pointer.handlers}
        // A click focuses the line under it: the arrows go on from there.
        onMouseDown={undefined}
        onKeyDown={onKeyDown}
      >
        <Patterns id={id} />
        <Ground width={width} height={height} id={id} />
        {Object.entries(owners).map(([name, owner]) =>
          name[0] === "b" ? <Box key={name} name={name} owner={owner} patterns={id} /> : null,
        )}
        {lines.map((line) => {
          const owner = owners[line];
          if (owner === undefined) return null;
          const shakes = line === shaken.line ? shaken.count : 0;
          return (
            <g key={line} transform={transformOf(line)}>
              <g key={shakes} className={shakes ? "dots-shaken" : line === last ? "dots-last" : undefined}>
                {line === last && <path className="dots-glow" d={`M0 0h${lengthOf(line)}`} />}
                <SeatLine length={lengthOf(line)} seat={owner} />
              </g>
            </g>
          );
        })}
        {seat !== null &&
          pending.map((line) => (
            <g key={line} opacity="0.7" transform={transformOf(line)}>
              <SeatLine length={lengthOf(line)} seat={seat} />
            </g>
          ))}
        <Dots rows={rows} cols={cols} id={id} />
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
              <rect x="13" y="-18" width={lengthOf(line) - 26} height="36" rx="12" />
            </g>
          );
        })}
      </svg>
      {draw && seat !== null && (
        <svg className="dots-previews" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <g ref={preview}>
            {["h", "v"].map((kind) => (
              <PreviewLine key={kind} kind={kind} seat={seat} />
            ))}
          </g>
        </svg>
      )}
    </div>
  );
}

/** The line that a pointer means: one of each kind lies ready to be moved into place. It ends at the edges of its dots. */
function PreviewLine({ kind, seat }: { kind: string; seat: number }) {
  const length = lengthOf(kind);
  return (
    <g className="dots-preview" data-kind={kind}>
      <g transform="translate(15)">
        <SeatLine length={length - 30} seat={seat} />
      </g>
      <g fill="none" stroke="var(--lamp)" strokeWidth="7" opacity="0.45">
        <circle r="13.5" />
        <circle cx={length} r="13.5" />
      </g>
    </g>
  );
}

function Box({ name, owner, patterns }: { name: string; owner: number; patterns: string }) {
  const { t } = useHost();
  const [row, col] = placeOf(name);
  const { x, y } = dotOf(name);
  const [width, height] = [BOX_WIDTH - 18, BOX_HEIGHT - 18];
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of a picture is not interactive
    <g
      className="dots-box"
      role="img"
      aria-label={t("box", { row: row + 1, col: col + 1, letter: seatLetter(owner) })}
      transform={`translate(${x + 9} ${y + 9})`}
    >
      <g style={seatStyle(owner)}>
        <Surface seat={owner} patterns={patterns} width={width} height={height} rx="9" />
        <rect className="dots-seam" x="6" y="6" width={width - 12} height={height - 12} rx="6" />
        <text className="dots-letter" x={width / 2} y={height / 2 + 17} fontSize="50">
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

function Dots({ rows, cols, id }: { rows: number; cols: number; id: string }) {
  return (
    <g>
      <radialGradient id={`${id}-brass`} cx="0.38" cy="0.32" r="0.75">
        <stop stopColor="light-dark(#ffe9b8, #ffe7bd)" />
        <stop offset="0.55" stopColor="light-dark(#b98228, #d79b45)" />
        <stop offset="1" stopColor="light-dark(#6b4310, #6d4718)" />
      </radialGradient>
      {Array.from({ length: (rows + 1) * (cols + 1) }, (_, index) => {
        const name = `d${Math.floor(index / (cols + 1))}${index % (cols + 1)}`;
        const { x, y } = dotOf(name);
        return (
          <g key={name} className="dots-dot">
            <ellipse cx={x + 1} cy={y + 5} rx="11" ry="8" fill="var(--shade)" />
            <circle cx={x} cy={y} r="10" fill={`url(#${id}-brass)`} />
          </g>
        );
      })}
    </g>
  );
}
