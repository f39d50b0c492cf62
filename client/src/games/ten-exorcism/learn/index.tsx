/** Learn by doing: four small panes of glass. */
import { useState } from "react";
import { Button, type Cell, type Lesson, type SceneProps, useHost } from "@/game-kit";
import { Board } from "../board/Board";
import { Chalk } from "../board/Chalk";
import { between, ghostsOn, sumIn, without } from "../board/selection";
import { type Powers, powersOf } from "../pictures";
import type { Rectangle } from "../types";

function Pane({ start, done }: SceneProps & { start: Powers }) {
  const { t, play } = useHost();
  const [board, setBoard] = useState(start);
  const [tried, setTried] = useState<{ count: number; rectangle: Rectangle; sum: number } | null>(null);
  const select = (from: Cell, to: Cell) => {
    const rectangle = between(from, to);
    const sum = sumIn(board, rectangle);
    setTried({ count: (tried?.count ?? 0) + 1, rectangle, sum });
    play(sum === 10 ? "yes" : "no");
    if (sum !== 10) return;
    const left = without(board, rectangle);
    setBoard(left);
    if (ghostsOn(left) === 0) done();
  };
  const stuck = tried?.sum === 10 && ghostsOn(board) > 0;
  return (
    <>
      <div className="ten-lesson">
        <Board board={board} onSelect={select}>
          {tried && (
            <Chalk
              key={tried.count}
              tone={tried.sum === 10 ? "yes" : "no"}
              rectangle={tried.rectangle}
              label={tried.sum}
            />
          )}
        </Board>
      </div>
      <Button icon="again" disabled={!stuck} onClick={() => setBoard(start)}>
        {t("tutorial.again")}
      </Button>
    </>
  );
}

const PANES = { pair: "46", rectangle: "12 34", gap: "9731", order: "238 773" };

export const lessons: readonly Lesson[] = Object.entries(PANES).map(([key, rows]) => ({
  key,
  Scene: (props) => <Pane start={powersOf(rows)} {...props} />,
}));
