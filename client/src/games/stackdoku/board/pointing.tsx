/** What a hint or an analysis points at, on table and paper. */
import { BoardLegend, type Flash } from "@/game-kit";
import type { HintView, Place, Remove } from "../types";
import type { Notice } from "./Notes";

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

/** What an analysis points at: the action that gave the level away, and one that would not have. */
export interface Marks {
  played: Place | Remove;
  /** Null where none is known. */
  better: Place | Remove | null;
}

/** The better action, marked like a hint. */
export function hinted({ better }: Marks): Pointing {
  return {
    ...NOTHING,
    place: better?.do === "place" ? better : null,
    remove: better?.do === "remove" ? better : null,
  };
}

/** The action that was played, marked like tiles and cells that are in the way. */
export function blamed({ played }: Marks): Flash<Notice> {
  const pointed =
    played.do === "remove" ? { tiles: [played.a, played.b] } : { cells: [9 * played.row + played.col] };
  return { text: "", count: 0, ...pointed };
}

/** A ring for what was played, a frame for what was better. */
export function MarksLegend({ marks: { better } }: { marks: Marks }) {
  const swatch = (stroke: string, rx: number) => (
    <rect x="12" y="2" width="20" height="20" fill="none" strokeWidth="3" stroke={stroke} rx={rx} />
  );
  const played = swatch("var(--no)", 10);
  return <BoardLegend marks={{ played, better: better !== null && swatch("var(--lamp)", 4) }} />;
}
