/** A lesson: what there is to try, and under it what is said of a wrong try. */
import { type CSSProperties, type ReactNode, useCallback } from "react";
import { useHost } from "../contract/host";
import { useFlash } from "../match/useFlash";

interface LessonSceneProps {
  note: string | undefined;
  style?: CSSProperties;
  children: ReactNode;
}

export function LessonScene({ note, style, children }: LessonSceneProps) {
  return (
    <div className="lesson" style={style}>
      {children}
      <p className="lesson-note">{note}</p>
    </div>
  );
}

/** The note of a lesson, with what it points at. `say` shows and announces one; `refuse` is heard as a refusal, too. */
export function useLessonNote<Note extends { text: string }>() {
  const { announce, play } = useHost();
  const [note, show] = useFlash<Note>();
  const say = (next: Note) => {
    show(next);
    announce(next.text);
  };
  const refuse = (next: Note) => {
    play("no");
    say(next);
  };
  const clear = useCallback(() => show(null), [show]);
  return { note, say, refuse, clear };
}
