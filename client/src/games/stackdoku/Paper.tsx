/** The Sudoku on squared paper: givens printed, mine written by hand, marks in pencil. */
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { digitsOf } from "./preview";
import { Handwritten } from "./things";

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

export interface PaperProps {
  givens: string;
  grid: string;
  marks: readonly number[] | null;
  /** The digit in the hand. */
  chosen: number | null;
  targets: readonly number[];
  /** Placements that are not answered yet. */
  pending: readonly { cell: number; digit: number }[];
  /** Cells that are in the way of the last attempt. */
  blamed: readonly number[];
  shaken: { cell: number; count: number } | null;
  hint: { area: readonly number[]; cells: readonly number[]; place: number | null } | null;
  onTap: ((cell: number) => void) | null;
}

export function Paper(props: PaperProps) {
  const { t } = useTranslation("stackdoku");
  const [focused, setFocused] = useState(40);
  const here = useRef<HTMLElement>(null);
  const onKeyDown = (event: KeyboardEvent, cell: number) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const row = (Math.floor(cell / 9) + step[0] + 9) % 9;
    const col = ((cell % 9) + step[1] + 9) % 9;
    setFocused(9 * row + col);
    here.current?.querySelector<HTMLElement>(`[data-cell="${9 * row + col}"]`)?.focus();
  };
  const held = String(props.chosen ?? "");
  return (
    <section className="sd-paper" aria-label={t("paper.label")} ref={here}>
      {Array.from(props.grid, (digit, cell) => {
        const coming = props.pending.find((place) => place.cell === cell)?.digit;
        const state = stateOf(props, cell, coming);
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its number
            key={cell}
            type="button"
            className="sd-cell"
            data-cell={cell}
            data-col={cell % 9}
            data-row={Math.floor(cell / 9)}
            data-state={state}
            data-target={props.targets.includes(cell)}
            data-same={digit !== "." && digit === held}
            data-blamed={props.blamed.includes(cell)}
            data-shaken={props.shaken?.cell === cell ? props.shaken.count % 2 : undefined}
            data-area={props.hint?.area.includes(cell)}
            data-reason={props.hint?.cells.includes(cell)}
            data-place={props.hint?.place === cell}
            tabIndex={cell === focused ? 0 : -1}
            aria-label={nameOf(t, props, cell, state)}
            aria-disabled={!props.onTap}
            onClick={() => props.onTap?.(cell)}
            onFocus={() => setFocused(cell)}
            onKeyDown={(event) => onKeyDown(event, cell)}
          >
            <Content
              cell={cell}
              digit={coming ?? Number(digit)}
              state={state}
              mask={props.marks?.[cell] ?? 0}
            />
          </button>
        );
      })}
    </section>
  );
}

type State = "empty" | "given" | "mine" | "pending";

function stateOf(props: PaperProps, cell: number, coming: number | undefined): State {
  if (coming !== undefined) return "pending";
  if (props.grid[cell] === ".") return "empty";
  return props.givens[cell] === "." ? "mine" : "given";
}

function Content({ cell, digit, state, mask }: { cell: number; digit: number; state: State; mask: number }) {
  if (state === "given") return <span className="sd-given">{digit}</span>;
  if (state !== "empty") return <Handwritten digit={digit} lean={((cell * 7) % 9) - 2} />;
  return mask === 0 ? null : (
    <span className="sd-marks" aria-hidden="true">
      {digitsOf(mask).map((mark) => (
        <span key={mark} data-mark={mark}>
          {mark}
        </span>
      ))}
    </span>
  );
}

function nameOf(
  t: ReturnType<typeof useTranslation>["t"],
  props: PaperProps,
  cell: number,
  state: State,
): string {
  const place = t("paper.cell", { row: Math.floor(cell / 9) + 1, col: (cell % 9) + 1 });
  if (state !== "empty") return t(`paper.${state}`, { place, digit: props.grid[cell] });
  if (props.targets.includes(cell)) return t("paper.target", { place, digit: props.chosen });
  const marks = digitsOf(props.marks?.[cell] ?? 0).join(" ");
  return marks ? t("paper.marked", { place, marks }) : t("paper.empty", { place });
}
