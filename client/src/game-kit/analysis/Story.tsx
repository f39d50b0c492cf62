/** A match in sentences, the first of which says most. */
import "./analysis.css";

export function Story({ sentences }: { sentences: readonly string[] }) {
  return (
    <div className="analysis-story">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
