/** What the marks on a board mean: each drawn as it is there, with its name. */
import type { ReactNode } from "react";
import { useHost } from "../contract/host";
import "./BoardLegend.css";

/** By name, whose word is `marks.<name>`: each as it is drawn in 44 × 24; what is false is left out. */
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
