/** The Sudoku: its cells, what is lit among them, and what a hint or a refusal points at. */
import { useState } from "react";
import {
  type Cell,
  type Flash,
  NumberPaper,
  numbersTo,
  type PaperCell,
  type PaperMarks,
  useHost,
} from "@/game-kit";
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
  ...props
}: SudokuProps) {
  const { t } = useHost();
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  // Cells to look at, those that carry the reason, and those that it is about.
  const [area, reason] = [hint?.area ?? [], hint?.cells ?? []];
  const named = hint?.why?.flatMap((saying) => saying.cells ?? []) ?? [];
  const hinted = hint?.place ? cellOf(hint.place) : null;
  const drawn = (cell: number): PaperCell => {
    const given = grid[cell];
    const placing = props.placing?.find((one) => one.cell === cell);
    const number = placing?.digit ?? (given === "." ? null : Number(given));
    const written = givens[cell] === "." ? "mine" : "given";
    const state = placing ? "pending" : number ? written : "empty";
    const pencil = state === "empty" ? digitsOf(props.marks?.[cell] ?? 0) : [];
    const target = lit.includes("fits") && (props.targets?.includes(cell) ?? false);
    const dead = props.dead?.includes(cell) ?? false;
    const empty = dead ? "dead" : target ? "target" : pencil.length > 0 ? "marked" : "empty";
    const marks: PaperMarks = {
      target,
      same: lit.includes("same") && given === String(chosen),
      line: lit.includes("lines") && pointedAt !== null && see(pointedAt, cell),
      dead,
      area: area.includes(cell),
      reason: reason.includes(cell),
      named: named.includes(cell),
      hinted: hinted === cell,
      blamed: notice?.cells?.includes(cell) ?? false,
    };
    return {
      number,
      state,
      pencil,
      name: t(`sudoku.${state === "empty" ? empty : state}`, {
        place: t("sudoku.cell", fromOne(placeOf(cell))),
        digit: number ?? chosen,
        marks: pencil.join(" "),
      }),
      marks,
      shaken: notice?.cell === cell ? notice.count % 2 : undefined,
    };
  };
  return (
    <NumberPaper
      className="sd-paper"
      label={t("sudoku.label")}
      side={9}
      box={3}
      cells={numbersTo(grid.length).map(drawn)}
      first={40}
      onTap={props.onTap}
      onPoint={lit.includes("lines") ? setPointedAt : undefined}
    />
  );
}
