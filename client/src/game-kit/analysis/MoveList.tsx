/** Moves that are worth a look: each leads to the moment of the replay at which it was chosen. */
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
