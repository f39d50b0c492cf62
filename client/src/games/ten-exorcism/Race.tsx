/** Race the ghost: one's own board and the solver's, small, side by side, after as many rectangles each. */
import { useHost } from "@/game-kit";
import { sheet, TINTS } from "./Ghost";
import type { Powers } from "./preview";
import type { Analysis, Rectangle as Corners } from "./types";

export function Race({ report, made, start }: { report: Analysis; made: number; start: Powers }) {
  const { t } = useHost();
  const mine = report.moves.slice(0, made).map((move) => move.rectangle);
  const ghosts = report.best_line.slice(0, made);
  return (
    <section className="ten-race">
      <h3>{t("race.title")}</h3>
      <p className="soft">{t("race.text")}</p>
      <div className="ten-lanes">
        <Lane name={t("race.you")} start={start} line={mine} />
        <Lane name={t("race.ghost")} start={start} line={ghosts} />
      </div>
    </section>
  );
}

function Lane({ name, start, line }: { name: string; start: Powers; line: readonly Corners[] }) {
  const board = after(start, line);
  const [top, left, bottom, right] = line.at(-1) ?? [0, 0, 0, 0];
  const freed = count(start) - count(board);
  return (
    <figure>
      <figcaption>
        <span>{name}</span>
        <strong className="figures">{freed}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${start.length * 40} ${(start[0]?.length ?? 0) * 40}`} aria-hidden="true">
        {board.flatMap((powers, row) =>
          powers.map((power, col) =>
            power > 0 ? (
              <path
                // biome-ignore lint/suspicious/noArrayIndexKey: a ghost is its place
                key={`${row}-${col}`}
                d={sheet(power)}
                fill={TINTS[power - 1]}
                transform={`translate(${row * 40} ${col * 40})`}
              />
            ) : null,
          ),
        )}
        {line.length > 0 && (
          <rect
            x={top * 40}
            y={left * 40}
            width={(bottom - top + 1) * 40}
            height={(right - left + 1) * 40}
            className="ten-lane-last"
          />
        )}
      </svg>
    </figure>
  );
}

function after(start: Powers, line: readonly Corners[]): Powers {
  const board = start.map((row) => [...row]);
  for (const [top, left, bottom, right] of line)
    for (const row of board.slice(top, bottom + 1)) row.fill(0, left, right + 1);
  return board;
}

function count(board: Powers): number {
  return board.flat().filter((power) => power > 0).length;
}
