/** The Sudoku: its cells, what is lit among them, and what a hint or a refusal points at. */
import { useState } from "react";
import { type Cell, type Flash, NumberPaper, numbersTo, type PaperCell, useHost } from "@/game-kit";
import type { View } from "../types";
import type { Settings } from "./Controls";
import type { Notice, Pointing } from "./Notes";

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
  lit?: readonly Settings["lit"][];
  /** The digit in the hand. */
  chosen: number | null;
  targets?: readonly number[];
  /** Placements that are not answered yet. */
  placing?: readonly { cell: number; digit: number }[];
  hint?: Pointing | null;
  notice?: Flash<Notice> | null;
  onTap: ((cell: number) => void) | null;
}

export function Sudoku({
  givens,
  grid,
  chosen,
  hint,
  notice,
  lit = ["fits", "same"],
  targets = [],
  dead = [],
  ...props
}: SudokuProps) {
  const { t } = useHost();
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const all = numbersTo(grid.length);
  const where = (shown: Settings["lit"], fits: (cell: number) => boolean) =>
    lit.includes(shown) ? all.filter(fits) : [];
  const fitting = where("fits", (cell) => targets.includes(cell));
  const drawn = (cell: number): PaperCell => {
    const given = grid[cell];
    const placing = props.placing?.find((one) => one.cell === cell);
    const number = placing?.digit ?? (given === "." ? null : Number(given));
    const written = givens[cell] === "." ? "mine" : "given";
    const state = placing ? "pending" : number ? written : "empty";
    const pencil = state === "empty" ? digitsOf(props.marks?.[cell] ?? 0) : [];
    const target = fitting.includes(cell);
    const empty = dead.includes(cell) ? "dead" : target ? "target" : pencil.length > 0 ? "marked" : "empty";
    return {
      number,
      state,
      pencil,
      name: t(`sudoku.${state === "empty" ? empty : state}`, {
        place: t("sudoku.cell", fromOne(placeOf(cell))),
        digit: number ?? chosen,
        marks: pencil.join(" "),
      }),
      shaken: notice?.cell === cell ? notice.count % 2 : undefined,
    };
  };
  return (
    <NumberPaper
      className="sd-paper"
      label={t("sudoku.label")}
      side={9}
      box={3}
      cells={all.map(drawn)}
      marks={{
        target: fitting,
        same: where("same", (cell) => grid[cell] === String(chosen)),
        line: where("lines", (cell) => pointedAt !== null && see(pointedAt, cell)),
        dead,
        area: hint?.area,
        reason: hint?.cells,
        named: hint?.why?.flatMap((saying) => saying.cells ?? []),
        hinted: hint?.place ? [cellOf(hint.place)] : [],
        blamed: notice?.cells,
      }}
      first={40}
      onTap={props.onTap}
      onPoint={lit.includes("lines") ? setPointedAt : undefined}
    />
  );
}
