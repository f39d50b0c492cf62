/** Four small tables to try on. Nothing here is played by the rules; each scene knows the one thing to do. */
import { useState } from "react";
import { Button, type Lesson, type SceneProps, useHost } from "@/game-kit";
import { Left } from "../board/Pictures";
import { NOTHING } from "../board/pointing";
import { Sudoku } from "../board/Sudoku";
import { Stack, type Tile, Tray } from "../board/Tiles";
import "../board/pieces.css";
import "../board/board.css";
import "../board/forced-colors.css";

const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const SLOTS = 5;

function without(...cells: number[]): string {
  return Array.from(SOLUTION, (digit, cell) => (cells.includes(cell) ? "." : digit)).join("");
}

const PILE: readonly Tile[] = [
  { id: 0, x: 0, y: 0, z: 0, digit: 7, heldBy: [] },
  { id: 1, x: 2, y: 0, z: 0, digit: 3, heldBy: [0, 2] },
  { id: 2, x: 4, y: 0, z: 0, digit: 3, heldBy: [4] },
  { id: 3, x: 6, y: 0, z: 0, digit: 7, heldBy: [] },
  { id: 4, x: 4, y: 0, z: 1, digit: 2, heldBy: [] },
];
const PAIR = PILE.filter((tile) => tile.digit === 7);

function FreeTiles({ done }: SceneProps) {
  const [taken, setTaken] = useState(false);
  const [selected, setSelected] = useState<number | null>(null);
  const [refused, setRefused] = useState<{ by: Tile; count: number } | null>(null);
  const tap = (tile: Tile) => {
    if (!PAIR.includes(tile)) setRefused({ by: tile, count: (refused?.count ?? 0) + 1 });
    else if (selected === null || selected === tile.id) setSelected(tile.id);
    else {
      setTaken(true);
      done();
    }
  };
  return (
    <div className="lesson">
      <Stack
        tiles={taken ? PILE.filter((tile) => !PAIR.includes(tile)) : PILE}
        leaving={taken ? PAIR : []}
        extent={{ left: 0, top: 0, right: 8, bottom: 2, layers: 2 }}
        selected={selected}
        matching={selected === null ? [] : PAIR}
        notice={refused && { text: "", count: refused.count, tile: refused.by.id, tiles: refused.by.heldBy }}
        onTap={taken ? null : tap}
      />
      <Tray slots={SLOTS} tray={taken ? [7, 7] : []} onChoose={null} />
    </div>
  );
}

const CELL_OF: Readonly<Record<number, number>> = { 6: 3, 9: 13 };

function Placing({ done }: SceneProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [grid, setGrid] = useState(without(3, 13, 20));
  const cell = chosen === null ? undefined : CELL_OF[chosen];
  return (
    <div className="lesson">
      <Tray slots={SLOTS} tray={grid[3] === "." ? [6, 9] : [9]} chosen={chosen} onChoose={setChosen} />
      <Sudoku
        givens={without(3, 13, 20)}
        grid={grid}
        chosen={chosen}
        targets={cell === undefined ? [] : [cell]}
        onTap={(tapped) => {
          if (tapped !== cell) return;
          setGrid(grid.slice(0, cell) + chosen + grid.slice(cell + 1));
          setChosen(null);
          done();
        }}
      />
    </div>
  );
}

function Refusing({ done }: SceneProps) {
  const { t } = useHost();
  const [count, setCount] = useState(0);
  const text = count > 0 ? t("refused.same-digit-in-row", { digit: 4, col: 1 }) : "";
  return (
    <div className="lesson">
      <Tray slots={SLOTS} tray={[4]} chosen={4} onChoose={null} />
      <Sudoku
        givens={without(40)}
        grid={without(40)}
        chosen={4}
        hint={{ ...NOTHING, place: { do: "place", digit: 4, row: 4, col: 4 } }}
        notice={count > 0 ? { text, count, cell: 40, cells: [36] } : null}
        onTap={(cell) => {
          if (cell !== 40) return;
          setCount(count + 1);
          done();
        }}
      />
      <p className="lesson-note">{text}</p>
    </div>
  );
}

function Undoing({ done }: SceneProps) {
  const { t } = useHost();
  const [back, setBack] = useState(false);
  const takeBack = () => {
    setBack(true);
    done();
  };
  return (
    <div className="lesson">
      <div className="row">
        <Left kind="life" left={3} of={3} />
        <Left kind="undo" left={back ? 2 : 3} of={3} />
      </div>
      <Tray slots={SLOTS} tray={back ? [2, 2] : [2, 2, 8, 8]} onChoose={null} />
      <Button kind="main" icon="undo" disabled={back} onClick={takeBack}>
        {t("control.undo")}
      </Button>
    </div>
  );
}

const SCENES = { free: FreeTiles, place: Placing, refuse: Refusing, undo: Undoing };

export const lessons: readonly Lesson[] = Object.entries(SCENES).map(([key, Scene]) => ({ key, Scene }));
