/** The board as one would write it first: the selection is state of the board, and every tile asks whether it is inside. */
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { Cloth } from "@/games/ten-exorcism/Ghost";

const ROWS = 17;
const COLS = 10;
const powers = Array.from({ length: ROWS * COLS }, (_, index) => ((index * 7) % 9) + 1);

interface Cell {
  row: number;
  col: number;
}

function Board() {
  const [anchor, setAnchor] = useState<Cell | null>(null);
  const [head, setHead] = useState<Cell>({ row: 0, col: 0 });
  const inside = (index: number) => {
    if (!anchor) return false;
    const row = Math.floor(index / COLS);
    const col = index % COLS;
    return (
      row >= Math.min(anchor.row, head.row) &&
      row <= Math.max(anchor.row, head.row) &&
      col >= Math.min(anchor.col, head.col) &&
      col <= Math.max(anchor.col, head.col)
    );
  };
  const sum = powers.reduce((total, power, index) => (inside(index) ? total + power : total), 0);
  const cellAt = (event: React.PointerEvent<HTMLElement>): Cell => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      row: Math.floor(((event.clientY - box.top) / box.height) * ROWS),
      col: Math.floor(((event.clientX - box.left) / box.width) * COLS),
    };
  };
  return (
    <div
      role="grid"
      style={{ display: "grid", gridTemplateColumns: `repeat(${COLS}, 36px)`, width: 360 }}
      onPointerDown={(event) => {
        setAnchor(cellAt(event));
        setHead(cellAt(event));
      }}
      onPointerMove={(event) => anchor && setHead(cellAt(event))}
      onPointerUp={() => setAnchor(null)}
    >
      {powers.map((power, index) => (
        <div key={index} role="gridcell" style={{ height: 36, background: inside(index) ? "#543" : "#111" }}>
          <svg viewBox="0 0 40 40">
            <Cloth power={power} />
          </svg>
        </div>
      ))}
      <output>{sum}</output>
    </div>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Board />);
