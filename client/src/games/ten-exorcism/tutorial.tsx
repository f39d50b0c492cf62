/** Learn by doing: four small panes of glass. */

import { useState } from "react";
import { Button, type Lesson, useHost } from "@/game-kit";
import { Board } from "./Board";
import { Chalk } from "./Chalk";
import { between, type Cell, type Powers, type Rectangle, sumIn } from "./preview";

interface Tried {
  count: number;
  rectangle: Rectangle;
  sum: number;
}

function lesson(key: string, start: Powers): Lesson {
  function Scene({ done }: { done: () => void }) {
    const { t, play } = useHost();
    const [board, setBoard] = useState(start);
    const [tried, setTried] = useState<Tried | null>(null);
    const select = (from: Cell, to: Cell) => {
      const rectangle = between(from, to);
      const sum = sumIn(board, rectangle);
      setTried({ count: (tried?.count ?? 0) + 1, rectangle, sum });
      play(sum === 10 ? "yes" : "no");
      if (sum !== 10) return;
      const after = without(board, rectangle);
      setBoard(after);
      if (left(after) === 0) done();
    };
    const stuck = tried?.sum === 10 && left(board) > 0;
    return (
      <div className="ten-lesson">
        <div className="ten-lesson-board">
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
      </div>
    );
  }
  return { key, Scene };
}

function without(board: Powers, { top, left, bottom, right }: Rectangle): Powers {
  const inside = (row: number, col: number) => row >= top && row <= bottom && col >= left && col <= right;
  return board.map((powers, row) => powers.map((power, col) => (inside(row, col) ? 0 : power)));
}

function left(board: Powers): number {
  return board.flat().filter((power) => power > 0).length;
}

export const lessons: readonly Lesson[] = [
  lesson("pair", [[4, 6]]),
  lesson("rectangle", [
    [1, 2],
    [3, 4],
  ]),
  lesson("gap", [[9, 7, 3, 1]]),
  lesson("order", [
    [2, 3, 8],
    [7, 7, 3],
  ]),
];
