/** A thread that is stretched with a pointer: between two pins, from pin to pin, or at one pin and then at its neighbour. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { usePointer } from "@/game-kit";
import { BOX_HEIGHT, BOX_WIDTH, MARGIN, type Size, sizeOf } from "./lines";
import { type Aim, aimAt, aimFrom, lineBetween, type Point } from "./pins";

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
