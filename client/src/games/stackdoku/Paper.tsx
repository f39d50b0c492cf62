/** The Sudoku on squared paper: givens printed, mine written by hand, marks in pencil. */

import { type KeyboardEvent, memo, useCallback, useEffect, useRef, useState } from "react";
import { type Translate, useHost } from "@/game-kit";
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
  const { t } = useHost();
  const [focused, setFocused] = useState(40);
  const here = useRef<HTMLElement>(null);
  const tap = useRef(props.onTap);
  useEffect(() => {
    tap.current = props.onTap;
  });
  const onTap = useCallback((cell: number) => tap.current?.(cell), []);
  const onArrow = useCallback((cell: number, [down, along]: readonly [number, number]) => {
    const next = 9 * ((Math.floor(cell / 9) + down + 9) % 9) + (((cell % 9) + along + 9) % 9);
    here.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
  }, []);
  const held = String(props.chosen ?? "");
  return (
    <section className="sd-paper" aria-label={t("paper.label")} ref={here}>
      {Array.from(props.grid, (digit, cell) => {
        const coming = props.pending.find((place) => place.cell === cell)?.digit;
        const target = props.targets.includes(cell);
        return (
          <Cell
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its number
            key={cell}
            cell={cell}
            digit={coming ?? Number(digit.replace(".", "0"))}
            state={stateOf(props, cell, coming)}
            mask={props.marks?.[cell] ?? 0}
            takes={target ? props.chosen : null}
            same={digit !== "." && digit === held}
            blamed={props.blamed.includes(cell)}
            shaken={props.shaken?.cell === cell ? props.shaken.count % 2 : undefined}
            area={props.hint?.area.includes(cell) ?? false}
            reason={props.hint?.cells.includes(cell) ?? false}
            place={props.hint?.place === cell}
            focused={cell === focused}
            disabled={!props.onTap}
            onTap={onTap}
            onFocus={setFocused}
            onArrow={onArrow}
          />
        );
      })}
    </section>
  );
}

interface CellProps {
  cell: number;
  /** 0 when there is none. */
  digit: number;
  state: State;
  mask: number;
  /** The chosen digit, if this cell takes it. */
  takes: number | null;
  same: boolean;
  blamed: boolean;
  shaken: number | undefined;
  area: boolean;
  reason: boolean;
  place: boolean;
  focused: boolean;
  disabled: boolean;
  onTap: (cell: number) => void;
  onFocus: (cell: number) => void;
  onArrow: (cell: number, step: readonly [number, number]) => void;
}

/** Remembered, because a move changes few of the 81. */
const Cell = memo(function Cell(props: CellProps) {
  const { t } = useHost();
  const { cell, state } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    props.onArrow(cell, step);
  };
  return (
    <button
      type="button"
      className="sd-cell"
      data-cell={cell}
      data-col={cell % 9}
      data-row={Math.floor(cell / 9)}
      data-state={state}
      data-target={props.takes !== null}
      data-same={props.same}
      data-blamed={props.blamed}
      data-shaken={props.shaken}
      data-area={props.area}
      data-reason={props.reason}
      data-place={props.place}
      tabIndex={props.focused ? 0 : -1}
      aria-label={nameOf(t, props)}
      aria-disabled={props.disabled}
      onClick={() => props.onTap(cell)}
      onFocus={() => props.onFocus(cell)}
      onKeyDown={onKeyDown}
    >
      <Content cell={cell} digit={props.digit} state={state} mask={props.mask} />
    </button>
  );
});

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

function nameOf(t: Translate, { cell, digit, state, mask, takes }: CellProps): string {
  const place = t("paper.cell", { row: Math.floor(cell / 9) + 1, col: (cell % 9) + 1 });
  if (state !== "empty") return t(`paper.${state}`, { place, digit });
  if (takes !== null) return t("paper.target", { place, digit: takes });
  const marks = digitsOf(mask).join(" ");
  return marks ? t("paper.marked", { place, marks }) : t("paper.empty", { place });
}
