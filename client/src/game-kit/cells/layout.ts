/** A board of rows and columns: what its cells are called, and whether it is drawn transposed. */
import { createContext } from "react";
import type { Cell, Grid } from "../input/keys";

export interface CellLayout extends Grid {
  /** Rows run from left to right: there is more room across than down. */
  turned: boolean;
}

/** For what is drawn over the cells of a `CellBoard`. */
export const CellLayoutContext = createContext<CellLayout>({ rows: 1, cols: 1, turned: false });

/** A to Z, then AA, AB and so on. */
export function columnName(col: number): string {
  const before = col < 26 ? "" : columnName(Math.floor(col / 26) - 1);
  return before + String.fromCharCode(65 + (col % 26));
}
export const rowName = (row: number): string => `${row + 1}`;

/** B3 is the second column, third row: as in the terminal, and on the edge of the board. */
export function cellName({ row, col }: Cell): string {
  return `${columnName(col)}${rowName(row)}`;
}
