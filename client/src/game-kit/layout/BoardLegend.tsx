/** What the marks on a board mean: each drawn as it is there, with its name. */
import type { ReactNode } from "react";
import "./BoardLegend.css";

interface BoardLegendProps {
  label: string;
  marks: readonly { name: string; drawn: ReactNode }[];
}

export function BoardLegend({ label, marks }: BoardLegendProps) {
  return (
    <ul className="board-legend" aria-label={label}>
      {marks.map(({ name, drawn }) => (
        <li key={name}>
          <svg viewBox="0 0 44 24" aria-hidden="true">
            {drawn}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
