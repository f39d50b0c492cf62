/** A lesson: what there is to try, and under it what is said of a wrong try. */
import type { CSSProperties, ReactNode } from "react";

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
