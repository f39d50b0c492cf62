/** Brass pins on felt, thread between them, and stitched cloth in the boxes. It knows no rules: what is free is in the view.
 *
 * What lies there is drawn when it changes; a pointer that moves draws the thread it aims at and nothing else.
 */

import { useId, useMemo, useRef } from "react";
import { type Translate, useHost } from "@/game-kit";
import { Aim, type Aiming } from "./Aim";
import {
  type Cloth,
  type FilledBox,
  filledBoxes,
  HIGH,
  ownerOf,
  pinX,
  pinY,
  sizeOf,
  spanOf,
  strips,
  transformOf,
  WIDE,
} from "./cloth";
import { LETTERS, Patterns, patternId, seatStyle, Thread } from "./Stitches";
import { useGameState, type Vain } from "./useGameState";
import "./board.css";

interface BoardProps {
  cloth: Cloth;
  /** Whose thread would be drawn; null while nothing can be. */
  acting: number | null;
  /** Lines sent and not answered yet, and whose they are. */
  pending?: readonly string[];
  sent?: number | null;
  draw: (line: string) => void;
  taken: (line: string) => void;
}

export function Board({ cloth, acting, pending = [], sent = null, draw, taken }: BoardProps) {
  const { t } = useHost();
  const id = useId();
  const picture = useRef<SVGSVGElement>(null);
  const aim = useRef<Aiming>(null);
  const { cursor, vain, attempt, setCursor, pointer, onKeyDown } = useGameState({
    cloth,
    draw: acting === null ? null : draw,
    taken,
    aim: (line) => aim.current?.(line),
  });
  const all = useMemo(() => strips(cloth).flat(), [cloth]);
  const [rows, cols] = [cloth.boxes.length, cloth.boxes[0]?.length ?? 0];
  const size = sizeOf(cloth);
  const focus = (line: string) => picture.current?.querySelector<SVGElement>(`[data-line=${line}]`)?.focus();
  return (
    <div className="dots-cloth">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a picture */}
      <svg
        ref={picture}
        className="dots-board"
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="group"
        aria-label={t("board.name", { rows, cols })}
        data-acting={acting !== null}
        {...pointer}
      >
        <Patterns id={id} />
        <FeltCloth {...size} id={id} />
        {filledBoxes(cloth).map((box) => (
          <Box key={`${box.row}${box.col}`} {...box} pattern={patternId(id, box.owner)} />
        ))}
        {all.map((name) => {
          const owner = ownerOf(cloth, name);
          return typeof owner === "number" ? (
            <Laid key={name} name={name} seat={owner} last={name === cloth.last} vain={vain} />
          ) : null;
        })}
        {sent !== null && pending.map((name) => <Pending key={name} name={name} seat={sent} />)}
        <Pins rows={rows} cols={cols} id={id} />
        {all.map((name) => (
          <LineButton
            key={name}
            name={name}
            owner={ownerOf(cloth, name) ?? null}
            acting={acting}
            here={name === cursor}
            onFocus={() => setCursor(name)}
            onKeyDown={(event) => onKeyDown(event, focus)}
            onPress={() => attempt(name)}
          />
        ))}
      </svg>
      {acting !== null && <Aim ref={aim} cloth={cloth} seat={acting} />}
    </div>
  );
}

/** A line for the keyboard and for screen readers; pointers aim at the whole board instead. */
function LineButton(props: {
  name: string;
  owner: number | null;
  acting: number | null;
  here: boolean;
  onFocus: () => void;
  onKeyDown: (event: React.KeyboardEvent<SVGElement>) => void;
  onPress: () => void;
}) {
  const { t } = useHost();
  const { name, owner, acting, here } = props;
  const { length } = spanOf(name);
  const state = owner === null ? t("line.free") : t("line.drawn", { letter: LETTERS[owner] });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot stand inside a picture
    <g
      role="button"
      data-line={name}
      className="dots-line"
      tabIndex={here ? 0 : -1}
      aria-label={`${lineWords(t, name)}, ${state}`}
      aria-disabled={acting === null || owner !== null}
      onFocus={props.onFocus}
      onKeyDown={props.onKeyDown}
      onClick={(event) => {
        // A screen reader's click has no count; a pointer's has, and was dealt with when it was lifted.
        if (event.detail === 0) props.onPress();
      }}
      transform={transformOf(name)}
    >
      <rect x="13" y="-18" width={length - 26} height="36" rx="12" />
    </g>
  );
}

/** A line in words, counted from 1. */
export function lineWords(t: Translate, name: string): string {
  return t(name[0] === "h" ? "line.h" : "line.v", { row: Number(name[1]) + 1, col: Number(name[2]) + 1 });
}

function Laid({ name, seat, last, vain }: { name: string; seat: number; last: boolean; vain: Vain | null }) {
  const { length } = spanOf(name);
  const shaken = vain?.line === name;
  return (
    <g transform={transformOf(name)}>
      <g key={shaken ? vain.count : 0} className={shaken ? "dots-shaken" : last ? "dots-last" : undefined}>
        {last && <line className="dots-glow" x1="0" x2={length} y1="0" y2="0" />}
        <Thread length={length} seat={seat} />
      </g>
    </g>
  );
}

/** A thread that is on its way. */
function Pending({ name, seat }: { name: string; seat: number }) {
  return (
    <g className="dots-pending" transform={transformOf(name)}>
      <Thread length={spanOf(name).length} seat={seat} />
    </g>
  );
}

function Box({ row, col, owner, pattern }: FilledBox & { pattern: string }) {
  const { t } = useHost();
  const size = { width: WIDE - 18, height: HIGH - 18, rx: 9 };
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of a picture is not interactive
    <g
      className="dots-box"
      role="img"
      aria-label={t("box", { row: row + 1, col: col + 1, letter: LETTERS[owner] })}
      transform={`translate(${pinX(col) + 9} ${pinY(row) + 9})`}
    >
      <g style={seatStyle(owner)}>
        <rect className="dots-cloth-base" {...size} />
        <rect {...size} fill={`url(#${pattern})`} />
        <rect
          className="dots-cloth-seam"
          x="6"
          y="6"
          width={size.width - 12}
          height={size.height - 12}
          rx="6"
        />
        <text className="dots-letter" x={size.width / 2} y={size.height / 2 + 17} fontSize="50">
          {LETTERS[owner]}
        </text>
      </g>
    </g>
  );
}

/** The ground: woven, hemmed, lit from above. */
function FeltCloth({ width, height, id }: { width: number; height: number; id: string }) {
  const all = { width, height, rx: 20 };
  return (
    <g>
      <radialGradient id={`${id}-light`} cx="0.5" cy="0" r="0.9">
        <stop className="dots-felt-light" />
        <stop offset="1" className="dots-felt-dark" />
      </radialGradient>
      <pattern id={`${id}-weave`} width="8" height="8" patternUnits="userSpaceOnUse">
        <path className="dots-felt-weave" d="M0 2h4M4 6h4M2 4v4M6 0v4" />
      </pattern>
      <rect className="dots-felt" {...all} />
      <rect {...all} fill={`url(#${id}-weave)`} />
      <rect {...all} fill={`url(#${id}-light)`} />
      <rect className="dots-felt-hem" x="14" y="14" width={width - 28} height={height - 28} rx="12" />
    </g>
  );
}

function Pins({ rows, cols, id }: { rows: number; cols: number; id: string }) {
  return (
    <g>
      <radialGradient id={`${id}-brass`} cx="0.38" cy="0.32" r="0.75">
        <stop offset="0" className="dots-brass-light" />
        <stop offset="0.55" className="dots-brass" />
        <stop offset="1" className="dots-brass-dark" />
      </radialGradient>
      {Array.from({ length: (rows + 1) * (cols + 1) }, (_, index) => {
        const [x, y] = [pinX(index % (cols + 1)), pinY(Math.floor(index / (cols + 1)))];
        return (
          <g key={`${x} ${y}`} className="dots-pin">
            <ellipse className="dots-pin-shade" cx={x + 1} cy={y + 5} rx="11" ry="8" />
            <circle cx={x} cy={y} r="10" fill={`url(#${id}-brass)`} />
          </g>
        );
      })}
    </g>
  );
}
