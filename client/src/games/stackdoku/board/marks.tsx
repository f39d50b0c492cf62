/** What an analysis shows on table and paper: the action that gave the level away, and one that would not have. */
import { BoardLegend, useHost } from "@/game-kit";
import type { Place, Remove } from "../types";
import type { Notice } from "./Notes";
import { NOTHING, type Pointing } from "./pointing";

export interface Marks {
  played: Place | Remove;
  /** Null where none is known. */
  better: Place | Remove | null;
}

/** The better action, pointed at as a hint does. */
export function hinted({ better }: Marks): Pointing {
  return {
    ...NOTHING,
    place: better?.do === "place" ? better : null,
    remove: better?.do === "remove" ? better : null,
  };
}

/** The action itself, pointed at as what stands in the way is. */
export function blamed({ played }: Marks): Notice {
  const pointed =
    played.do === "remove" ? { tiles: [played.a, played.b] } : { cells: [9 * played.row + played.col] };
  return { text: "", count: 0, ...pointed };
}

export function MarksLegend({ marks: { better } }: { marks: Marks }) {
  const { t } = useHost();
  const swatch = (kind: string) => (
    <rect className={`sd-swatch sd-swatch-${kind}`} x="12" y="2" width="20" height="20" rx="4" />
  );
  const marks = [{ name: t("analysis.played"), drawn: swatch("played") }];
  if (better) marks.push({ name: t("analysis.betterMark"), drawn: swatch("better") });
  return <BoardLegend label={t("analysis.legend")} marks={marks} />;
}
