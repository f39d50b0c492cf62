/** What a hint or an analysis points at, on table and paper. */
import { BoardLegend, type Flash } from "@/game-kit";
import type { HintView, Place, Remove } from "../types";
import type { Notice } from "./Notes";

export type Pointing = Partial<Pick<HintView, "where" | "why" | "area" | "cells" | "place" | "remove">>;

/** What an analysis points at: the action that gave the level away, and one that would not have. */
export interface Marks {
  played: Place | Remove;
  /** Null where none is known. */
  better: Place | Remove | null;
}

/** The better action, marked like a hint. */
export function hinted({ better }: Marks): Pointing {
  return better?.do === "place" ? { place: better } : { remove: better };
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
