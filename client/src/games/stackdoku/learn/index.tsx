/** Four small tables to try on. Nothing here is played by the rules; each scene knows the one thing to do. */
import { useState } from "react";
import { Button, type Lesson, LessonScene, type SceneProps, useHost, useNotice } from "@/game-kit";
import type { Notice } from "../board/Notes";
import { Left } from "../board/Status";
import { Sudoku } from "../board/Sudoku";
import { heldCode, Stack, type Tile, Tray } from "../board/Tiles";
import type { Place } from "../types";
import "../board/board.css";

const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const SLOTS = 5;

function without(cells: readonly number[]): string {
  return Array.from(SOLUTION, (digit, cell) => (cells.includes(cell) ? "." : digit)).join("");
}

/** Two half tiles wide each, in one row. */
const PILE: readonly Tile[] = [
  { id: 0, x: 0, y: 0, z: 0, digit: 7, heldBy: [] },
  { id: 1, x: 2, y: 0, z: 0, digit: 3, heldBy: [0, 2] },
  { id: 2, x: 4, y: 0, z: 0, digit: 3, heldBy: [4] },
  { id: 3, x: 6, y: 0, z: 0, digit: 7, heldBy: [] },
  { id: 4, x: 4, y: 0, z: 1, digit: 2, heldBy: [] },
];
const PAIR = PILE.filter((tile) => tile.digit === 7);

/** Without the pair only what is covered is held. */
const REST = PILE.filter((tile) => tile.digit !== 7).map((tile) =>
  tile.heldBy.length === 1 ? tile : { ...tile, heldBy: [] },
);

type Wrong = Omit<Notice, "text"> & { digit?: number; col?: number };

/** What is said of a wrong try, as the game says it, and what is pointed at. */
function useAnswer() {
  const { t } = useHost();
  const { notice, refuse, clear } = useNotice<Notice>();
  const answer = (code: string, { digit, col, ...pointedAt }: Wrong = {}) =>
    refuse({ ...pointedAt, text: t(`refused.${code}`, { digit, col }) });
  return { notice, answer, clear };
}

function FreeTiles({ done }: SceneProps) {
  const [taken, setTaken] = useState(false);
  const [selected, setSelected] = useState<Tile | null>(null);
  const { notice, answer, clear } = useAnswer();
  const tap = (tile: Tile) => {
    const { id, digit, heldBy } = tile;
    if (heldBy.length > 0) return answer(heldCode(tile), { tile: id, tiles: heldBy });
    setSelected(tile);
    if (selected && selected !== tile && selected.digit !== digit)
      return answer("digits-differ", { tile: id });
    if (!PAIR.includes(tile)) return answer("no-match", { tile: id, digit });
    clear();
    if (selected && selected !== tile) {
      setTaken(true);
      done();
    }
  };
  return (
    <LessonScene note={notice?.text}>
      <Stack
        tiles={taken ? REST : PILE}
        leaving={taken ? PAIR : []}
        extent={{ left: 0, top: 0, right: 8, bottom: 2, layers: 2 }}
        selected={selected}
        notice={notice}
        onTap={taken ? null : tap}
      />
      <Tray slots={SLOTS} tray={taken ? [7, 7] : []} onChoose={null} />
    </LessonScene>
  );
}

/** Where the tokens of the second lesson go. */
const CELL_OF: Readonly<Record<number, number>> = { 6: 3, 9: 13 };

interface PaperProps extends SceneProps {
  empty: readonly number[];
  tokens: readonly number[];
  /** What is to be tried and refused, with its token in the hand from the start. */
  refusing?: Place;
}

function Paper({ empty, tokens, refusing, done }: PaperProps) {
  const [grid, setGrid] = useState(() => without(empty));
  const [tray, setTray] = useState(tokens);
  const [chosen, setChosen] = useState(refusing?.digit ?? null);
  const cell = chosen === null ? undefined : CELL_OF[chosen];
  const { notice, answer, clear } = useAnswer();
  const choose = (digit: number) => {
    clear();
    setChosen(digit);
  };
  const tap = (tapped: number) => {
    if (chosen === null) return answer("choose-token", { cell: tapped });
    if (grid[tapped] !== ".") return answer("cell-filled", { cell: tapped });
    if (tapped !== cell) {
      // Every other empty cell has the token's digit in its row.
      const first = tapped - (tapped % 9);
      const col = grid.slice(first, first + 9).indexOf(String(chosen));
      answer("same-digit-in-row", { cell: tapped, cells: [first + col], digit: chosen, col: col + 1 });
      if (refusing) done();
      return;
    }
    clear();
    setGrid(grid.slice(0, cell) + chosen + grid.slice(cell + 1));
    setTray(tray.filter((digit) => digit !== chosen));
    setChosen(null);
    done();
  };
  return (
    <LessonScene note={notice?.text}>
      <Tray slots={SLOTS} tray={tray} chosen={chosen} onChoose={refusing ? null : choose} />
      <Sudoku
        givens={without(empty)}
        grid={grid}
        chosen={chosen}
        targets={cell === undefined ? [] : [cell]}
        hint={{ place: refusing }}
        notice={notice}
        onTap={tap}
      />
    </LessonScene>
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
        <Left lives={3} undos={back ? 2 : 3} limits={{ lives: 3, undos: 3 }} />
      </div>
      <Tray slots={SLOTS} tray={back ? [2, 2] : [2, 2, 8, 8]} onChoose={null} />
      <Button kind="main" icon="undo" disabled={back} onClick={takeBack}>
        {t("control.undo")}
      </Button>
    </div>
  );
}

const FOUR: Place = { do: "place", digit: 4, row: 4, col: 4 };

export const lessons: readonly Lesson[] = [
  { key: "free", Scene: FreeTiles },
  { key: "place", Scene: (props) => <Paper {...props} empty={[3, 13, 20]} tokens={[6, 9]} /> },
  { key: "refuse", Scene: (props) => <Paper {...props} empty={[40]} tokens={[4]} refusing={FOUR} /> },
  { key: "undo", Scene: Undoing },
];
