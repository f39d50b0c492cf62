/** What a drag shows before anybody judged it: the rectangle between two cells, and the sum of the powers inside. */
export type Powers = readonly (readonly number[])[];

export interface Cell {
  readonly row: number;
  readonly col: number;
}

/** All four sides belong to it. */
export interface Rectangle {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export function between(a: Cell, b: Cell): Rectangle {
  return {
    top: Math.min(a.row, b.row),
    left: Math.min(a.col, b.col),
    bottom: Math.max(a.row, b.row),
    right: Math.max(a.col, b.col),
  };
}

export function sumIn(board: Powers, { top, left, bottom, right }: Rectangle): number {
  let sum = 0;
  for (const row of board.slice(top, bottom + 1))
    for (const power of row.slice(left, right + 1)) sum += power;
  return sum;
}

/** The cell nearest to a point given in cells, which may lie outside. */
export function clamped(row: number, col: number, rows: number, cols: number): Cell {
  const into = (value: number, size: number) => Math.min(Math.max(Math.floor(value), 0), size - 1);
  return { row: into(row, rows), col: into(col, cols) };
}
