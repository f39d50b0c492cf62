/** Four small tables to try on. Nothing here is played by the rules; each scene knows the one thing to do. */

import { useState } from "react";
import { Button, type Lesson, useHost } from "@/game-kit";
import { Paper, type PaperProps } from "./Paper";
import type { Tile } from "./preview";
import { Stack } from "./Stack";
import { Tray } from "./Tray";
import { Candle, Feather } from "./things";
import "./stack.css";
import "./paper.css";
import "./styles.css";

type SceneProps = { done: () => void };

const GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const SLOTS = 5;
const NO_TILES: readonly number[] = [];
const QUIET = {
  marks: null,
  pending: [],
  blamed: [],
  shaken: null,
  hint: null,
} satisfies Partial<PaperProps>;

function without(cells: readonly number[]): string {
  return Array.from(GRID, (digit, cell) => (cells.includes(cell) ? "." : digit)).join("");
}

const tile = (id: number, x: number, y: number, z: number, digit: number, heldBy: number[] = []): Tile => ({
  id,
  x,
  y,
  z,
  digit,
  heldBy,
});
const PILE: readonly Tile[] = [
  tile(0, 0, 0, 0, 7),
  tile(1, 2, 0, 0, 3, [0, 2]),
  tile(2, 4, 0, 0, 3, [4]),
  tile(3, 6, 0, 0, 7),
  tile(4, 4, 0, 1, 2),
];

function FreeTiles({ done }: SceneProps) {
  const [taken, setTaken] = useState(false);
  const [selected, setSelected] = useState<number | null>(null);
  const [shaken, setShaken] = useState<{ id: number; count: number } | null>(null);
  const tap = (one: Tile) => {
    const wrong = one.digit !== 7;
    if (wrong) setShaken((before) => ({ id: one.id, count: (before?.count ?? 0) + 1 }));
    else if (selected === null || selected === one.id) setSelected(one.id);
    else {
      setTaken(true);
      done();
    }
  };
  const left = taken ? PILE.filter((one) => one.digit !== 7) : PILE;
  return (
    <div className="sd-lesson">
      <Stack
        tiles={left}
        extent={{ left: 0, top: 0, right: 8, bottom: 2, layers: 2 }}
        selected={selected}
        matching={selected === null ? NO_TILES : [0, 3]}
        pending={NO_TILES}
        blamed={PILE.find((one) => one.id === shaken?.id)?.heldBy ?? NO_TILES}
        hinted={NO_TILES}
        shaken={shaken}
        hidden={false}
        onTap={taken ? null : tap}
      />
      <Tray
        slots={SLOTS}
        tray={taken ? [7, 7] : []}
        leaving={[]}
        chosen={null}
        pencil={false}
        onChoose={null}
      />
    </div>
  );
}

const HOLES = [3, 13];

function Placing({ done }: SceneProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [grid, setGrid] = useState(without([...HOLES, 20]));
  const placed = grid[3] !== ".";
  return (
    <div className="sd-lesson">
      <Tray
        slots={SLOTS}
        tray={placed ? [9] : [6, 9]}
        leaving={[]}
        chosen={chosen}
        pencil={false}
        onChoose={(digit) => setChosen(digit)}
      />
      <Paper
        {...QUIET}
        givens={without([...HOLES, 20])}
        grid={grid}
        chosen={chosen}
        targets={chosen === 6 ? [3] : chosen === 9 ? [13] : []}
        onTap={(cell) => {
          const right = (chosen === 6 && cell === 3) || (chosen === 9 && cell === 13);
          if (!right || chosen === null) return;
          setGrid(grid.slice(0, cell) + chosen + grid.slice(cell + 1));
          setChosen(null);
          done();
        }}
      />
    </div>
  );
}

const WANTED = 40;

function Refusing({ done }: SceneProps) {
  const { t } = useHost();
  const [count, setCount] = useState(0);
  return (
    <div className="sd-lesson">
      <Paper
        {...QUIET}
        givens={without([WANTED])}
        grid={without([WANTED])}
        chosen={4}
        targets={[]}
        hint={{ area: [], cells: [], place: WANTED }}
        blamed={count > 0 ? [36] : []}
        shaken={count > 0 ? { cell: WANTED, count } : null}
        onTap={(cell) => {
          if (cell !== WANTED) return;
          setCount(count + 1);
          done();
        }}
      />
      <p className="sd-lesson-words">{count > 0 && t("refused.same-digit-in-row", { digit: 4, col: 1 })}</p>
    </div>
  );
}

function GoingBack({ done }: SceneProps) {
  const { t } = useHost();
  const [back, setBack] = useState(false);
  return (
    <div className="sd-lesson">
      <span className="sd-things" aria-hidden="true">
        <Candle lit />
        <Candle lit />
        <Candle lit />
        <Feather left />
        <Feather left />
        <Feather left={!back} />
      </span>
      <Tray
        slots={SLOTS}
        tray={back ? [2, 2] : [2, 2, 8, 8]}
        leaving={[]}
        chosen={null}
        pencil={false}
        onChoose={null}
      />
      <Button
        kind="main"
        icon="undo"
        disabled={back}
        onClick={() => {
          setBack(true);
          done();
        }}
      >
        {t("control.undo")}
      </Button>
    </div>
  );
}

export const lessons: readonly Lesson[] = [
  { key: "free", Scene: FreeTiles },
  { key: "place", Scene: Placing },
  { key: "refuse", Scene: Refusing },
  { key: "back", Scene: GoingBack },
];
