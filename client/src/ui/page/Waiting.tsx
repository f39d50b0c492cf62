/** Something is on its way. Shown only when it takes a moment. */
import type { ReactNode } from "react";
import "./Waiting.css";

/** The children are what one can do instead. */
export function Waiting({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <output className="waiting">
      <span className="waiting-flame" aria-hidden="true" />
      {text}
      {children}
    </output>
  );
}
