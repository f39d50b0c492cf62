/** Something is on its way. Shown only when it takes a moment. */
import "./Waiting.css";

export function Waiting({ text }: { text: string }) {
  return (
    <output className="waiting">
      <span className="waiting-flame" aria-hidden="true" />
      {text}
    </output>
  );
}
