/** How a pointer draws a line: by a tap between two dots, a drag from dot to dot, or a tap at one dot and then at its neighbour.
 *
 * Points are counted in sides of a box from the first dot. A dot is `d23`: row 2, column 3.
 */
import { type RefObject, useEffect, useRef, useState } from "react";
import { into, usePointer } from "@/game-kit";
import { lineAt, MARGIN, placeOf, SIDE, type Size, sizeOf } from "./lines";

export interface Point {
  x: number;
  y: number;
}

type Aim =
  | { kind: "line"; line: string }
  | { kind: "dot"; dot: string }
  /** Between dots that are no neighbours. */
  | { kind: "apart" }
  /** Off the board. */
  | { kind: "nothing" };

/** How far from a dot a pointer still means it: the lines between dots keep the other half. */
const DOT_REACH = 0.25;
/** How far off the board a pointer is still over it. */
const OUTSIDE = 0.5;
/** A drag that strays further from its row or column than so much of its way is a diagonal. */
const STRAY = 0.7;
/** Beyond so many sides a drag has passed the neighbour. */
const TOO_FAR = 1.5;

/** What a pointer at a point means. */
export function aimAt(point: Point, size: Size): Aim {
  const dot = dotAt(point, size);
  if (dot) return { kind: "dot", dot };
  const line = lineAt(point.x, point.y, size.rows, size.cols);
  if (line) return { kind: "line", line };
  return { kind: isOver(point, size) ? "apart" : "nothing" };
}

/** What a pointer means that drags a line from a dot: the line to the neighbour in its direction, even if that is still far. */
export function aimFrom(dot: string, point: Point, size: Size): Aim {
  const [row, col] = placeOf(dot);
  const [right, down] = [point.x - col, point.y - row];
  const [across, along] = [Math.abs(right), Math.abs(down)].sort((a, b) => a - b) as [number, number];
  if (Math.hypot(right, down) < DOT_REACH) return { kind: "dot", dot };
  if (!isOver(point, size)) return { kind: "nothing" };
  if (across > STRAY * along || along > TOO_FAR) return { kind: "apart" };
  const sideways = Math.abs(right) > Math.abs(down);
  const line = lineBetween(
    dot,
    sideways ? `d${row}${col + Math.sign(right)}` : `d${row + Math.sign(down)}${col}`,
    size,
  );
  return line ? { kind: "line", line } : { kind: "nothing" };
}

/** The line that joins two dots; null where they are no neighbours on the board. */
export function lineBetween(one: string, other: string, { rows, cols }: Size): string | null {
  const [[r0, c0], [r1, c1]] = [placeOf(one), placeOf(other)];
  if (one.length !== 3 || other.length !== 3 || Math.abs(r0 - r1) + Math.abs(c0 - c1) !== 1) return null;
  if (Math.max(r0, r1) > rows || Math.max(c0, c1) > cols) return null;
  return `${r0 === r1 ? "h" : "v"}${Math.min(r0, r1)}${Math.min(c0, c1)}`;
}

/** The lines that end at a dot. */
export function linesAt(dot: string, size: Size): string[] {
  const [row, col] = placeOf(dot);
  const around = [`d${row - 1}${col}`, `d${row}${col + 1}`, `d${row + 1}${col}`, `d${row}${col - 1}`];
  return around.flatMap((other) => lineBetween(dot, other, size) ?? []);
}

/** The two dots that a line joins. */
export function dotsOf(line: string): [string, string] {
  const [row, col] = placeOf(line);
  return [`d${row}${col}`, line[0] === "h" ? `d${row}${col + 1}` : `d${row + 1}${col}`];
}

function dotAt({ x, y }: Point, { rows, cols }: Size): string | null {
  const [row, col] = [into(Math.round(y), rows + 1), into(Math.round(x), cols + 1)];
  return Math.hypot(x - col, y - row) < DOT_REACH ? `d${row}${col}` : null;
}

const isOver = ({ x, y }: Point, { rows, cols }: Size): boolean =>
  x > -OUTSIDE && y > -OUTSIDE && x < cols + OUTSIDE && y < rows + OUTSIDE;

/** Where a pointer is and what it means there. */
export interface Drag {
  aim: Aim;
  /** The dot that the line is dragged from. */
  from: string | null;
  at: Point;
}

interface LineGestureUse {
  picture: RefObject<SVGSVGElement | null>;
  size: Size;
  /** Whether a line could be drawn. */
  mayDraw: boolean;
  /** The line is shown; null for none. */
  show: (drag: Drag | null) => void;
  tryLine: (line: string, drag: Drag) => void;
  /** Two dots were meant that are no neighbours. */
  apart: (drag: Drag) => void;
  /** Something was tried while nothing can be drawn. */
  tooEarly: (drag: Drag) => void;
}

interface Press {
  began: Aim;
  /** Whether a line could be drawn when it came down: nothing is drawn in a turn that came later. */
  mayDraw: boolean;
  /** Whether it went away from the dot on which it came down. */
  moved: boolean;
}

/** Handlers for the board, the dot that was tapped and waits for its neighbour, and a way to let go of everything. */
export function useLineGesture({ picture, size, mayDraw, show, tryLine, apart, tooEarly }: LineGestureUse) {
  const [lit, setLit] = useState<string | null>(null);
  const press = useRef<Press | null>(null);
  const meant = useRef<Aim>({ kind: "nothing" });
  const { width, height } = sizeOf(size);

  const dragTo = (at: Point): Drag => {
    const began = press.current?.began;
    if (began?.kind === "dot") return { aim: aimFrom(began.dot, at, size), from: began.dot, at };
    const now = aimAt(at, size);
    if (began || lit === null) {
      // A line that was slid onto stays meant as far as its dots.
      const kept = began?.kind === "line" && now.kind === "dot" && meant.current.kind === "line";
      return { aim: kept ? meant.current : now, from: null, at };
    }
    const line = now.kind === "dot" ? lineBetween(lit, now.dot, size) : null;
    return { aim: line ? { kind: "line", line } : now, from: lit, at };
  };
  const mean = (at: Point) => {
    const drag = dragTo(at);
    if (press.current && drag.aim.kind !== "dot") press.current.moved = true;
    meant.current = drag.aim;
    show(drag);
  };
  const end = (at: Point) => {
    const drag = dragTo(at);
    const pressed = press.current;
    press.current = null;
    show(null);
    if (!pressed) return;
    if (!pressed.mayDraw) return mayDraw ? undefined : tooEarly(drag);
    const { aim: now } = drag;
    if (now.kind === "dot" && !pressed.moved) return tap(now.dot, drag);
    if (now.kind === "line") tryLine(now.line, drag);
    // Whoever slides off a line, or taps beside a lit dot, lets go.
    else if (now.kind === "apart" && pressed.began.kind !== "line" && lit === null) return apart(drag);
    setLit(null);
  };
  const tap = (dot: string, drag: Drag) => {
    if (lit === null || lit === dot) return setLit(lit === null ? dot : null);
    const line = lineBetween(lit, dot, size);
    if (!line) return apart({ ...drag, from: lit });
    setLit(null);
    tryLine(line, { ...drag, from: lit });
  };
  const pointer = usePointer<Point>({
    board: picture,
    placeAt: (right, below) => ({
      x: (right * width - MARGIN) / SIDE,
      y: (below * height - MARGIN) / SIDE,
    }),
    begin: (at) => {
      press.current = { began: aimAt(at, size), mayDraw, moved: false };
      mean(at);
    },
    move: mean,
    end,
    cancel: () => {
      press.current = null;
      show(null);
    },
    hover: (at) => (at ? mean(at) : show(null)),
    // The arrows go on from the line that was clicked.
    clickFocuses: true,
  });

  useEffect(() => {
    if (!mayDraw) setLit(null);
  }, [mayDraw]);
  useEffect(() => {
    if (lit === null) return;
    const letGo = (event: Event) => {
      const escaped = event instanceof KeyboardEvent && event.key === "Escape";
      const outside = event.type === "pointerdown" && !picture.current?.contains(event.target as Node);
      if (escaped || outside) setLit(null);
    };
    window.addEventListener("keydown", letGo);
    window.addEventListener("pointerdown", letGo);
    return () => {
      window.removeEventListener("keydown", letGo);
      window.removeEventListener("pointerdown", letGo);
    };
  }, [lit, picture]);
  return { handlers: pointer.handlers, lit, letGo: pointer.letGo };
}
