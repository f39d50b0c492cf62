/** Squared paper with a number in each cell: printed, written by hand, or several in pencil. It knows no rules. */
import type { CSSProperties } from "react";
import { useRovingFocus } from "../input/useRovingFocus";
import "./NumberPaper.css";

const HANDWRITTEN: Readonly<Record<number, string>> = {
  1: "M7 9.5 13.5 4 12 28",
  2: "M5 9.5C6 3 18 2 17.5 10 17 17 8 20 5 27.5c4-2.5 9 1.5 15-1.5",
  3: "M6 6c4-4 12-2 10 4-1 3-5 4.5-7 4.5 5-.5 10 2.5 8.5 8.5C16 29 8 29 5 25",
  4: "M15.5 4C12 10 8 15 4.5 20c5.5-.5 10.5-.5 15.5-.5M15 12.5 13.5 29",
  5: "M18 4.5 8.5 5 7 14c5-2.5 11.5 0 10.5 7-1 7-9.5 8-13 4.5",
  6: "M16 4C9 8 5 16 6 22c1 7 10 7 11.5.5C18.5 16 10 14 6.5 20",
  7: "M4.5 6c5.5-1 9.5-.5 14.5-1-4.5 7-7.5 14-9 23.5M7.5 17l8.5-1",
  8: "M17 7.5c-3-5-11-3-9.5 2.5C9 15 18 17 17 23c-1 6.5-11 6-11-.5C6 17 17 14.5 17 7.5",
  9: "M17.5 10C16 3 6.5 4 6 10.5 5.5 17 15 18 17.5 10.5 17.5 17 16 23 13 28.5",
};

/** The cells that are marked; a game leaves out what it does not have. */
interface PaperMarks {
  /** They take the number that is in the hand. */
  target?: readonly number[];
  /** They have that number. */
  same?: readonly number[];
  /** They lie in line with the cell that is pointed at. */
  line?: readonly number[];
  /** No number fits any more. */
  dead?: readonly number[];
  /** A hint says to look there. */
  area?: readonly number[];
  /** They carry the reason of a hint. */
  reason?: readonly number[];
  /** A hint speaks of them. */
  named?: readonly number[];
  /** A hint leads there. */
  hinted?: readonly number[];
  /** They are in the way. */
  blamed?: readonly number[];
}

export interface PaperCell {
  /** From 1 to 9. */
  number: number | null;
  /** A number is printed, written by hand, or written and not answered yet. */
  state: "given" | "mine" | "pending" | "empty";
  pencil: readonly number[];
  /** What a screen reader says of it. */
  name: string;
  /** 0 and 1 by turns for a cell that is shaken. */
  shaken?: number;
}

interface NumberPaperProps {
  /** A class of the game's own for the paper, which is as wide as `--paper` says. */
  className: string;
  label: string;
  /** How many cells a side has: 9 at most. */
  side: number;
  /** How many of them lie along a box, between strong rules; as many pencil marks stand in a row. */
  box: number;
  /** Row by row. */
  cells: readonly PaperCell[];
  marks?: PaperMarks;
  /** The cell that Tab leads to first. */
  first: number;
  onTap: ((cell: number) => void) | null;
  /** Told of the cell that is pointed at or has the focus, and of null once none is. */
  onPoint?: (cell: number | null) => void;
}

export function NumberPaper({
  className,
  label,
  side,
  box,
  cells,
  marks = {},
  first,
  onTap,
  onPoint,
}: NumberPaperProps) {
  const marked = Object.entries<readonly number[] | undefined>({ ...marks });
  // Over an edge it goes on at the other.
  const after = (at: number, by: number) => {
    if (Number.isFinite(by)) return (at + by + side) % side;
    return by > 0 ? side - 1 : 0;
  };
  const { around, place } = useRovingFocus(String(first), (key, [down, right]) => {
    const [row, col] = [Math.floor(Number(key) / side), Number(key) % side];
    return String(side * after(row, down) + after(col, right));
  });
  return (
    <section
      className={`paper ${className}`}
      aria-label={label}
      style={{ "--cells": side, "--box": box } as CSSProperties}
      {...around}
      onBlur={() => {
        around.onBlur();
        onPoint?.(null);
      }}
      // A finger leaves with every tap; what it tapped has the focus then.
      onPointerLeave={({ pointerType }) => pointerType !== "touch" && onPoint?.(null)}
    >
      {cells.map(({ number, state, pencil, name, shaken }, cell) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
          key={cell}
          type="button"
          className="game-piece paper-cell"
          {...place(String(cell))}
          data-cell={cell}
          data-state={state}
          data-left={cell % box === 0}
          data-top={Math.floor(cell / side) % box === 0}
          {...Object.fromEntries(marked.map(([mark, on]) => [`data-${mark}`, on?.includes(cell)]))}
          data-shaken={shaken}
          aria-label={name}
          aria-disabled={!onTap}
          onFocus={() => onPoint?.(cell)}
          onPointerEnter={() => onPoint?.(cell)}
          onClick={() => onTap?.(cell)}
        >
          {state === "given" && <span className="paper-printed">{number}</span>}
          {state !== "given" && number !== null && (
            <svg className="paper-written" viewBox="0 0 24 32" aria-hidden="true">
              <path d={HANDWRITTEN[number]} transform={`rotate(${((cell * 7) % 9) - 2} 12 16)`} />
            </svg>
          )}
          {pencil.length > 0 && <PencilMarks numbers={pencil} box={box} />}
        </button>
      ))}
    </section>
  );
}

/** Each number has a place of its own. */
function PencilMarks({ numbers, box }: { numbers: readonly number[]; box: number }) {
  return (
    <span className="paper-pencil" aria-hidden="true">
      {numbers.map((one) => (
        <span key={one} style={{ gridArea: `${Math.ceil(one / box)} / ${((one - 1) % box) + 1}` }}>
          {one}
        </span>
      ))}
    </span>
  );
}
