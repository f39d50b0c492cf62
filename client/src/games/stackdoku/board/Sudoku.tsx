/** The Sudoku on squared paper: givens printed, mine written by hand, marks in pencil. */
import { useState } from "react";
import { type Cell, type Flash, numbersTo, useHost, useRovingFocus } from "@/game-kit";
import { LIT, type Settings } from "../preferences";
import type { View } from "../types";
import type { Notice, Pointing } from "./Notes";

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

export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export const cellOf = ({ row, col }: Cell): number => 9 * row + col;
export const placeOf = (cell: number): Cell => ({ row: Math.floor(cell / 9), col: cell % 9 });

/** Row and column as people count them. */
export const fromOne = ({ row, col }: Cell) => ({ row: row + 1, col: col + 1 });

/** The digits of a bit mask, bit 0 for the digit 1. */
export function digitsOf(mask: number): number[] {
  return DIGITS.filter((digit) => (mask >> (digit - 1)) & 1);
}

/** Empty cells that no number fits any more: row, column and box hold all nine. Anybody can see that from the paper. */
export function deadCells({ grid, marks }: Pick<View, "grid" | "marks">): number[] {
  return numbersTo(grid.length).filter((cell) => grid[cell] === "." && marks[cell] === 0);
}

/** Whether two cells share a row, a column or a box. */
function see(a: number, b: number): boolean {
  const [one, other] = [placeOf(a), placeOf(b)];
  const box = ({ row, col }: Cell) => 3 * Math.floor(row / 3) + Math.floor(col / 3);
  return one.row === other.row || one.col === other.col || box(one) === box(other);
}

interface SudokuProps {
  givens: string;
  grid: string;
  /** A bit mask for each cell. */
  marks?: readonly number[] | null;
  /** Cells that no number fits any more. */
  dead?: readonly number[];
  lit?: Settings["lit"];
  /** The digit in the hand. */
  chosen: number | null;
  targets?: readonly number[];
  /** Placements that are not answered yet. */
  placing?: readonly { cell: number; digit: number }[];
  hint?: Pointing | null;
  notice?: Flash<Notice> | null;
  onTap: ((cell: number) => void) | null;
}

export function Sudoku({ givens, grid, chosen, hint, notice, onTap, lit = "same", ...props }: SudokuProps) {
  const { t } = useHost();
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const lights = (wanted: Settings["lit"]) => LIT.indexOf(lit) >= LIT.indexOf(wanted);
  const { around, place } = useRovingFocus("40", (key, [down, right]) => {
    const { row, col } = placeOf(Number(key));
    const after = (at: number, by: number) => (Number.isFinite(by) ? (at + by + 9) % 9 : by > 0 ? 8 : 0);
    return String(cellOf({ row: after(row, down), col: after(col, right) }));
  });
  // Cells to look at, those that carry the reason, and those that it is about.
  const [area, reason] = [hint?.area ?? [], hint?.cells ?? []];
  const named = hint?.why?.flatMap((saying) => saying.cells ?? []) ?? [];
  const hinted = hint?.place ? cellOf(hint.place) : null;
  return (
    <section
      className="sd-paper"
      aria-label={t("sudoku.label")}
      {...around}
      onBlur={() => {
        around.onBlur();
        setPointedAt(null);
      }}
      // A finger leaves with every tap; what it tapped has the focus then.
      onPointerLeave={({ pointerType }) => pointerType !== "touch" && setPointedAt(null)}
    >
      {numbersTo(grid.length).map((cell) => {
        const given = grid[cell];
        const placing = props.placing?.find((one) => one.cell === cell);
        const digit = placing?.digit ?? (given === "." ? null : Number(given));
        const written = givens[cell] === "." ? "mine" : "given";
        const state = placing ? "pending" : digit ? written : "empty";
        const mask = state === "empty" ? (props.marks?.[cell] ?? 0) : 0;
        const target = lights("fits") && (props.targets?.includes(cell) ?? false);
        const dead = props.dead?.includes(cell) ?? false;
        const empty = dead ? "dead" : target ? "target" : mask ? "marked" : "empty";
        const meaning = state === "empty" ? empty : state;
        return (
          <button
            key={cell}
            type="button"
            className="game-piece sd-cell"
            {...place(String(cell))}
            data-cell={cell}
            data-state={state}
            data-target={target}
            data-same={lights("same") && given === String(chosen)}
            data-line={lights("lines") && pointedAt !== null && see(pointedAt, cell)}
            data-dead={dead}
            data-area={area.includes(cell)}
            data-named={named.includes(cell)}
            data-reason={reason.includes(cell)}
            data-hinted={hinted === cell}
            data-blamed={notice?.cells?.includes(cell)}
            data-shaken={notice?.cell === cell ? notice.count % 2 : undefined}
            aria-label={t(`sudoku.${meaning}`, {
              place: t("sudoku.cell", fromOne(placeOf(cell))),
              digit: digit ?? chosen,
              marks: digitsOf(mask).join(" "),
            })}
            aria-disabled={!onTap}
            {...(lights("lines") && {
              onFocus: () => setPointedAt(cell),
              onPointerEnter: () => setPointedAt(cell),
            })}
            onClick={() => onTap?.(cell)}
          >
            {state === "given" ? (
              <span className="sd-given">{digit}</span>
            ) : (
              digit && (
                <svg className="sd-hand" viewBox="0 0 24 32" aria-hidden="true">
                  <path d={HANDWRITTEN[digit]} transform={`rotate(${((cell * 7) % 9) - 2} 12 16)`} />
                </svg>
              )
            )}
            {mask > 0 && <PencilMarks mask={mask} />}
          </button>
        );
      })}
    </section>
  );
}

function PencilMarks({ mask }: { mask: number }) {
  return (
    <span className="sd-marks" aria-hidden="true">
      {digitsOf(mask).map((mark) => (
        <span key={mark} style={{ gridArea: `${Math.ceil(mark / 3)} / ${((mark - 1) % 3) + 1}` }}>
          {mark}
        </span>
      ))}
    </span>
  );
}
