/** Moves in lists: each leads to its moment of the replay. */
import type { ListedMove } from "../contract/types";
import "./analysis.css";

interface MoveListProps {
  title: string;
  /** What is said if there are none. */
  none: string;
  moves: readonly ListedMove[];
  seq: number;
  seek: (seq: number) => void;
}

/** Those that are worth a look, each with the moment at which it was chosen. */
export function MoveList({ title, none, moves, seq, seek }: MoveListProps) {
  return (
    <section>
      <h3>{title}</h3>
      {moves.length === 0 && <p className="soft">{none}</p>}
      <ol className="move-list">
        {moves.map((move) => (
          <li key={move.seq}>
            <button
              type="button"
              aria-current={move.seq === seq ? "true" : undefined}
              onClick={() => seek(move.seq)}
            >
              <span className="figures move-list-title">{move.title}</span>
              <span>{move.cost}</span>
              <span className="move-list-text">{move.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface MoveLogProps extends Pick<MoveListProps, "title" | "seq" | "seek"> {
  moves: readonly {
    number: number;
    /** The moment of the replay right after it. */
    seq: number;
    text: string;
    /** How it stood then, well or badly, and the words for it. */
    after: "yes" | "no" | "unknown";
    note: string;
  }[];
}

/** Every move in a line of its own, with how it stood after it. */
export function MoveLog({ title, moves, seq, seek }: MoveLogProps) {
  return (
    <section>
      <h3>{title}</h3>
      <ol className="move-log">
        {moves.map((move) => (
          <li key={move.number}>
            <button
              type="button"
              data-after={move.after}
              data-shown={move.seq === seq || undefined}
              onClick={() => seek(move.seq)}
            >
              <span className="figures soft">{move.number}</span>
              <span>{move.text}</span>
              <span className="move-log-note">{move.note}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
