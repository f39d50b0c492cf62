/** Learn by doing: four small panes of glass. */
import { useState } from "react";
import {
  Button,
  type Cell,
  type Lesson,
  LessonScene,
  type SceneProps,
  useFlash,
  useHost,
  useNotice,
} from "@/game-kit";
import { Board } from "../board/Board";
import { Chalk } from "../board/Chalk";
import { between, ghostsOn, sumIn, without } from "../board/selection";
import { type Powers, powersOf } from "../pictures";
import type { Rectangle } from "../types";

/** Whether some rectangle still makes ten. Every one of them is looked at: fit for a small pane only. */
function tenIsLeft(board: Powers): boolean {
  const cells = board.flatMap((powers, row) => powers.map((_, col) => ({ row, col })));
  return cells.some((from) => cells.some((to) => sumIn(board, between(from, to)) === 10));
}

function Pane({ start, done }: SceneProps & { start: Powers }) {
  const { t, play } = useHost();
  const [board, setBoard] = useState(start);
  const [tried, setTried] = useFlash<{ rectangle: Rectangle; sum: number }>();
  const { notice, say, clear } = useNotice();
  const ghosts = ghostsOn(board);
  const stuck = ghosts > 0 && !tenIsLeft(board);
  const select = (from: Cell, to: Cell) => {
    const rectangle = between(from, to);
    const sum = sumIn(board, rectangle);
    const left = sum === 10 ? without(board, rectangle) : board;
    const count = ghostsOn(left);
    setTried({ rectangle, sum });
    play(sum === 10 ? "yes" : "no");
    setBoard(left);
    if (count === 0) done();
    if (count > 0 && !tenIsLeft(left)) say({ text: t("tutorial.stuck", { count }) });
    else if (sum === 10) clear();
    else say({ text: t("tutorial.missed", { sum }) });
  };
  const setUpAgain = () => {
    if (ghosts === ghostsOn(start)) return;
    setBoard(start);
    setTried(null);
    clear();
  };
  return (
    <>
      <LessonScene note={notice?.text}>
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
      </LessonScene>
      <Button
        kind={stuck ? "main" : "plain"}
        icon="again"
        aria-disabled={ghosts === ghostsOn(start)}
        onClick={setUpAgain}
      >
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
