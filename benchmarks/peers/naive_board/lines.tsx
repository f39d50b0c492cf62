/** The lines as one would write them first: the one aimed at is state of the board, and every line asks whether it is it. */
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { Thread } from "@/games/dots-and-boxes/Stitches";

const BOXES = 5;
const SIDE = 64;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const lines = [
  ...range(BOXES + 1).flatMap((row) => range(BOXES).map((col) => ({ way: "h", row, col }))),
  ...range(BOXES).flatMap((row) => range(BOXES + 1).map((col) => ({ way: "v", row, col }))),
];

function Board() {
  const [aim, setAim] = useState<string | null>(null);
  return (
    <svg width={BOXES * SIDE + 40} height={BOXES * SIDE + 40} onPointerLeave={() => setAim(null)}>
      {lines.map(({ way, row, col }) => {
        const name = `${way}${row}${col}`;
        const turn = way === "h" ? "" : " rotate(90)";
        return (
          <g
            key={name}
            data-line={name}
            transform={`translate(${20 + col * SIDE} ${20 + row * SIDE})${turn}`}
            opacity={aim === name ? 1 : 0.2}
            onPointerMove={() => setAim(name)}
          >
            <rect x="6" y="-15" width={SIDE - 12} height="30" fill="transparent" />
            <Thread length={SIDE} seat={aim === name ? 1 : 0} />
          </g>
        );
      })}
    </svg>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Board />);
