/** Learn by doing: four small panes of glass. */
import { useState } from "react";
import { Button, type Cell, type Lesson, type SceneProps, useHost } from "@/game-kit";
import { Board } from "../board/Board";
import { Chalk } from "../board/Chalk";
import { between, ghostsOn, sumIn, without } from "../board/selection";
import { type Powers, powersOf } from "../pictures";
import type { Rectangle } from "../types";
import { tenIsLeft } from "./tenIsLeft";

interface Attempt {
  count: number;
  rectangle: Rectangle;
  sum: number;
}

function Pane({ start, done }: SceneProps & { start: Powers }) {
  const { t, play, announce } = useHost();
  const [board, setBoard] = useState(start);
  const [tried, setTried] = useState<Attempt | null>(null);
  const [note, setNote] = useState("");
  const ghosts = ghostsOn(board);
  const stuck = ghosts > 0 && !tenIsLeft(board);
  const say = (text: string) => {
    setNote(text);
    if (text) announce(text);
  };
  const select = (from: Cell, to: Cell) => {
    const rectangle = between(from, to);
    const sum = sumIn(board, rectangle);
    const left = sum === 10 ? without(board, rectangle) : board;
    const count = ghostsOn(left);
    setTried({ count: (tried?.count ?? 0) + 1, rectangle, sum });
    play(sum === 10 ? "yes" : "no");
    setBoard(left);
    if (count === 0) done();
    if (count > 0 && !tenIsLeft(left)) say(t("tutorial.stuck", { count }));
    else say(sum === 10 ? "" : t("tutorial.missed", { sum }));
  };
  const setUpAgain = () => {
    if (ghosts === ghostsOn(start)) return;
    setBoard(start);
    setTried(null);
    setNote("");
  };
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
      <p className="lesson-note">{note}</p>
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
