/** What the marks on a board mean: each drawn as it is there, with its name. */
import type { ReactNode } from "react";
import { useHost } from "../contract/host";
import "./BoardLegend.css";

/** `marks` are drawings in 44 × 24 by name; the name's word is `marks.<name>`. A mark that is false is left out. */
export function BoardLegend({ marks }: { marks: Readonly<Record<string, ReactNode>> }) {
  const { t } = useHost();
  const drawn = Object.entries(marks).filter(([, mark]) => mark !== false);
  return (
    <ul className="board-legend" aria-label={t("analysis.legend")}>
      {drawn.map(([name, mark]) => (
        <li key={name}>
          <svg viewBox="0 0 44 24" aria-hidden="true">
            {mark}
          </svg>
          {t(`marks.${name}`)}
        </li>
      ))}
    </ul>
  );
}
