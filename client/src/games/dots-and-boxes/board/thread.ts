/** A thread that is stretched with a pointer: between two pins, from pin to pin, or at one pin and then at its neighbour.
 *
 * Points are counted in sides of a box from the first pin. A pin is `d23`: row 2, column 3.
 */
import { type RefObject, useEffect, useRef, useState } from "react";
import { into, usePointer } from "@/game-kit";
import { BOX_HEIGHT, BOX_WIDTH, lineAt, MARGIN, placeOf, type Size, sizeOf } from "./lines";

export interface Point {
  x: number;
  y: number;
}

export type Aim =
  | { kind: "line"; line: string }
  | { kind: "pin"; pin: string }
  /** Between pins that are no neighbours. */
  | { kind: "apart" }
  /** Off the board. */
  | { kind: "nothing" };

/** How far from a pin a pointer still means it: the threads between pins keep the other half. */
const PIN_REACH = 0.25;
/** How far off the board a pointer is still over it. */
const OUTSIDE = 0.5;
/** A pull that strays further from its row or column than so much of its way is a diagonal. */
const STRAY = 0.7;
/** Beyond so many sides a pull has passed the neighbour. */
const TOO_FAR = 1.5;

/** What a pointer means that is at a point. */
export function aimAt(point: Point, size: Size): Aim {
  const pin = pinAt(point, size);
  if (pin) return { kind: "pin", pin };
  const line = lineAt(point.x, point.y, size.rows, size.cols);
  if (line) return { kind: "line", line };
  return { kind: isOver(point, size) ? "apart" : "nothing" };
}

/** What a pointer means that pulls a thread from a pin: the neighbour in its direction, however far it still is. */
export function aimFrom(pin: string, point: Point, size: Size): Aim {
  const [row, col] = placeOf(pin);
  const [right, down] = [point.x - col, point.y - row];
  const [across, along] = [Math.abs(right), Math.abs(down)].sort((a, b) => a - b) as [number, number];
  if (Math.hypot(right, down) < PIN_REACH) return { kind: "pin", pin };
  if (!isOver(point, size)) return { kind: "nothing" };
  if (across > STRAY * along || along > TOO_FAR) return { kind: "apart" };
  const sideways = Math.abs(right) > Math.abs(down);
  const line = lineBetween(
    pin,
    sideways ? `d${row}${col + Math.sign(right)}` : `d${row + Math.sign(down)}${col}`,
    size,
  );
  return line ? { kind: "line", line } : { kind: "nothing" };
}

/** The line that joins two pins; null where they are no neighbours on the board. */
export function lineBetween(one: string, other: string, { rows, cols }: Size): string | null {
  const [[r0, c0], [r1, c1]] = [placeOf(one), placeOf(other)];
  if (one.length !== 3 || other.length !== 3 || Math.abs(r0 - r1) + Math.abs(c0 - c1) !== 1) return null;
  if (Math.max(r0, r1) > rows || Math.max(c0, c1) > cols) return null;
  return `${r0 === r1 ? "h" : "v"}${Math.min(r0, r1)}${Math.min(c0, c1)}`;
}

/** The lines that end at a pin. */
export function linesAt(pin: string, size: Size): string[] {
  const [row, col] = placeOf(pin);
  const around = [`d${row - 1}${col}`, `d${row}${col + 1}`, `d${row + 1}${col}`, `d${row}${col - 1}`];
  return around.flatMap((other) => lineBetween(pin, other, size) ?? []);
}

/** The two pins that a line joins. */
export function pinsOf(line: string): [string, string] {
  const [row, col] = placeOf(line);
  return [`d${row}${col}`, line[0] === "h" ? `d${row}${col + 1}` : `d${row + 1}${col}`];
}

function pinAt({ x, y }: Point, { rows, cols }: Size): string | null {
  const [row, col] = [into(Math.round(y), rows + 1), into(Math.round(x), cols + 1)];
  return Math.hypot(x - col, y - row) < PIN_REACH ? `d${row}${col}` : null;
}

const isOver = ({ x, y }: Point, { rows, cols }: Size): boolean =>
  x > -OUTSIDE && y > -OUTSIDE && x < cols + OUTSIDE && y < rows + OUTSIDE;

/** What a pointer means now. */
export interface Stretch {
  aim: Aim;
  /** The pin that the thread is pulled from. */
  from: string | null;
  at: Point;
}

interface ThreadUse {
  picture: RefObject<SVGSVGElement | null>;
  size: Size;
  /** Whether a line could be drawn. */
  mayDraw: boolean;
  /** The thread is shown; null for none. */
  show: (stretch: Stretch | null) => void;
  tryLine: (line: string, stretch: Stretch) => void;
  /** Two pins were meant that are no neighbours. */
  apart: (stretch: Stretch) => void;
  /** Something was tried while nothing can be drawn. */
  tooEarly: (stretch: Stretch) => void;
}

interface Press {
  began: Aim;
  /** Whether a line could be drawn when it came down: nothing is drawn in a turn that came later. */
  mayDraw: boolean;
  /** Whether it went away from the pin on which it came down. */
  moved: boolean;
}

/** Handlers for the board, the pin that was tapped and waits for its neighbour, and a way to let go of everything. */
export function useThread({ picture, size, mayDraw, show, tryLine, apart, tooEarly }: ThreadUse) {
  const [lit, setLit] = useState<string | null>(null);
  const press = useRef<Press | null>(null);
  const meant = useRef<Aim>({ kind: "nothing" });
  const { width, height } = sizeOf(size);

  const stretched = (at: Point): Stretch => {
    const began = press.current?.began;
    if (began?.kind === "pin") return { aim: aimFrom(began.pin, at, size), from: began.pin, at };
    const now = aimAt(at, size);
    if (began || lit === null) {
      // A thread that was slid onto stays meant as far as its pins.
      const kept = began?.kind === "line" && now.kind === "pin" && meant.current.kind === "line";
      return { aim: kept ? meant.current : now, from: null, at };
    }
    const line = now.kind === "pin" ? lineBetween(lit, now.pin, size) : null;
    return { aim: line ? { kind: "line", line } : now, from: lit, at };
  };
  const mean = (at: Point) => {
    const stretch = stretched(at);
    if (press.current && stretch.aim.kind !== "pin") press.current.moved = true;
    meant.current = stretch.aim;
    show(stretch);
  };
  const end = (at: Point) => {
    const stretch = stretched(at);
    const pressed = press.current;
    press.current = null;
    show(null);
    if (!pressed) return;
    if (!pressed.mayDraw) return mayDraw ? undefined : tooEarly(stretch);
    const { aim: now } = stretch;
    if (now.kind === "pin" && !pressed.moved) return tap(now.pin, stretch);
    if (now.kind === "line") tryLine(now.line, stretch);
    // Whoever slides off a thread, or taps beside a lit pin, lets go.
    else if (now.kind === "apart" && pressed.began.kind !== "line" && lit === null) return apart(stretch);
    setLit(null);
  };
  const tap = (pin: string, stretch: Stretch) => {
    if (lit === null || lit === pin) return setLit(lit === null ? pin : null);
    const line = lineBetween(lit, pin, size);
    if (!line) return apart({ ...stretch, from: lit });
    setLit(null);
    tryLine(line, { ...stretch, from: lit });
  };
  const pointer = usePointer<Point>({
    board: picture,
    placeAt: (right, below) => ({
      x: (right * width - MARGIN) / BOX_WIDTH,
      y: (below * height - MARGIN) / BOX_HEIGHT,
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
