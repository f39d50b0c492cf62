/** What lies over the board while a line is being dragged: the line, its dots, and what could not be.
 *
 * A layer of its own, moved outside React: browsers send a pointer's move right before a frame, and there is no time in it to
 * render or to lay out the board.
 */
import type { RefObject } from "react";
import { type Flash, SeatLine } from "@/game-kit";
import { type Drag, dotsOf, linesAt, type Point } from "./lineGesture";
import { dotOf, placeOf, SIDE, type Size, sizeOf, transformOf } from "./lines";

/** Something that was refused: the two ends of a line that could not be, or one point. */
export interface Mark {
  from: Point | null;
  to: Point;
}

interface PreviewProps {
  layer: RefObject<SVGGElement | null>;
  size: Size;
  owners: Readonly<Record<string, number>>;
  /** Whose line it would be. */
  seat: number;
  /** The dot that was tapped and waits for its neighbour. */
  lit: string | null;
  mark: Flash<Mark> | null;
}

export function Preview({ layer, size, owners, seat, lit, mark }: PreviewProps) {
  const { width, height } = sizeOf(size);
  const free = lit === null ? [] : linesAt(lit, size).filter((line) => owners[line] === undefined);
  return (
    <svg className="dots-previews" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {lit !== null && <circle className="dots-lit" {...centre(lit)} r="17" />}
      {free
        .flatMap(dotsOf)
        .filter((dot) => dot !== lit)
        .map((dot) => (
          <circle key={dot} className="dots-neighbour" {...centre(dot)} r="17" />
        ))}
      <g ref={layer}>
        <line className="dots-dragged" style={{ stroke: `var(--seat-${seat})` }} />
        <circle className="dots-aimed" r="17" />
        <MeantLine seat={seat} />
      </g>
      {mark && <RefusedMark key={mark.count} mark={mark} />}
    </svg>
  );
}

/** Moves the layer to where a pointer is; nothing is shown for null. */
export function drawPreview(
  layer: SVGGElement | null,
  drag: Drag | null,
  owners: Readonly<Record<string, number>>,
): void {
  if (!layer) return;
  const [dragged, aimed, meant] = layer.children as unknown as [SVGElement, SVGElement, SVGElement];
  const { aim, from, at } = drag ?? { aim: null, from: null, at: null };
  const line = aim?.kind === "line" && owners[aim.line] === undefined ? aim.line : null;
  meant.setAttribute("data-shown", String(line !== null));
  if (line) meant.setAttribute("transform", transformOf(line));
  const dot = line ? null : (from ?? (aim?.kind === "dot" ? aim.dot : null));
  aimed.setAttribute("data-shown", String(dot !== null));
  if (dot) set(aimed, { cx: centre(dot).cx, cy: centre(dot).cy });
  const loose = !line && from !== null && at !== null && aim?.kind !== "dot";
  dragged.setAttribute("data-shown", String(loose));
  if (loose) {
    const [start, end] = [centre(from), unitsOf(at)];
    set(dragged, { x1: start.cx, y1: start.cy, x2: end.x, y2: end.y });
  }
}

const set = (element: SVGElement, values: Record<string, number>): void => {
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, String(value));
};

/** Where a dot lies, in units of the picture. */
const centre = (dot: string): { cx: number; cy: number } => {
  const { x, y } = dotOf(dot);
  return { cx: x, cy: y };
};

/** A point in units of the picture. */
function unitsOf({ x, y }: Point): Point {
  const [origin, next] = [dotOf("d00"), dotOf("d11")];
  return { x: origin.x + x * (next.x - origin.x), y: origin.y + y * (next.y - origin.y) };
}

/** The point at which a dot lies. */
export function pointOf(dot: string): Point {
  const [row, col] = placeOf(dot);
  return { x: col, y: row };
}

/** The line that a pointer means, ready to be moved into place. It ends at the edges of its dots. */
function MeantLine({ seat }: { seat: number }) {
  return (
    <g className="dots-meant">
      <g transform="translate(15)">
        <SeatLine length={SIDE - 30} seat={seat} />
      </g>
      <g fill="none" stroke="var(--lamp)" strokeWidth="7" opacity="0.45">
        <circle r="13.5" />
        <circle cx={SIDE} r="13.5" />
      </g>
    </g>
  );
}

/** A broken line where none can be, crossed out. */
function RefusedMark({ mark: { from, to } }: { mark: Mark }) {
  const [start, end] = [from && unitsOf(from), unitsOf(to)];
  return (
    <g className="dots-refused">
      {start && <path d={`M${start.x} ${start.y}L${end.x} ${end.y}`} strokeDasharray="14 12" />}
      <path d={`M${end.x - 13} ${end.y - 13}l26 26m0-26l-26 26`} />
    </g>
  );
}
