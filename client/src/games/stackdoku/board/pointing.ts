/** What a hint or an analysis points at, on table and paper. */
import type { HintView, Place, Remove } from "../types";

export interface Pointing {
  /** Layers of the stack to look at, counted from one. */
  layers: readonly number[];
  /** Cells to look at. */
  area: readonly number[];
  /** Cells that carry the reason. */
  cells: readonly number[];
  /** Cells that the reason is about. */
  named: readonly number[];
  place: Place | null;
  remove: Remove | null;
}

export const NOTHING: Pointing = { layers: [], area: [], cells: [], named: [], place: null, remove: null };

export function pointingOf({ where, why, area, cells, place, remove }: HintView): Pointing {
  const named = why.flatMap((saying) => saying.cells ?? []);
  return { layers: where.layers ?? [], area, cells, named, place, remove };
}
