/** A board of cells as large as its place allows, lying as that does, with the cells' names along two of its edges.
 *
 * A cell is drawn when its value changes; a selection in the making draws nothing but itself.
 */
import { type ComponentType, type CSSProperties, memo, type ReactNode, useId } from "react";
import { type Translate, useHost } from "../contract/host";
import type { Cell } from "../input/keys";
import { type CellLayout, CellLayoutContext, cellName, columnName, rowName } from "./layout";
import type { Corners } from "./useCorners";
import "./CellBoard.css";

interface CellsProps<Value> {
  values: readonly (readonly Value[])[];
  /** What is drawn in a cell. */
  Content: ComponentType<Cell & { value: Value }>;
  /** What a screen reader says of a cell after its name. */
  say: (t: Translate, value: Value) => string;
}

interface CellBoardProps<Value> extends CellsProps<Value> {
  corners: Corners;
  /** A class of the game's own for the board. */
  className: string;
  label: string;
  /** What the keys do, for a screen reader. */
  keys: string;
  /** What lies over the cells. */
  children: ReactNode;
}

export function CellBoard<Value>(props: CellBoardProps<Value>) {
  const { corners, className, label, keys, children, ...cells } = props;
  const { cursor, layout, open } = corners;
  const { rows, cols, turned } = layout;
  const id = useId();
  return (
    <div className={`game-touch cells-field ${open ? "cells-field-open" : ""}`} {...corners.around}>
      {/* biome-ignore lint/a11y/useSemanticElements: a grid that can be drawn transposed is no table */}
      <div
        role="grid"
        tabIndex={0}
        className={`cells-board ${corners.keys ? "" : "cells-board-touched"} ${className}`}
        aria-label={label}
        aria-describedby={`${id}-keys`}
        aria-activedescendant={`${id}-${cursor.row}-${cursor.col}`}
        aria-readonly={!open}
        data-turned={turned || undefined}
        style={{ "--rows": rows, "--cols": cols } as CSSProperties}
        {...corners.grid}
      >
        <Cells id={id} {...(cells as CellsProps<unknown>)} />
        <Edges {...layout} />
        <div className="cells-layer" aria-hidden="true">
          <CellLayoutContext value={layout}>{children}</CellLayoutContext>
        </div>
      </div>
      <span id={`${id}-keys`} className="unseen">
        {open ? keys : ""}
      </span>
    </div>
  );
}

/** The letters and numbers by which cells are called: each cell says its own name to a screen reader. */
const Edges = memo(function Edges({ rows, cols, turned }: CellLayout) {
  const letters = Array.from({ length: cols }, (_, col) => columnName(col));
  const numbers = Array.from({ length: rows }, (_, row) => rowName(row));
  const edges = turned ? { above: numbers, beside: letters } : { above: letters, beside: numbers };
  return Object.entries(edges).map(([edge, names]) => (
    <div key={edge} className={`cells-edge cells-edge-${edge} figures`} aria-hidden="true">
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  ));
});

const Cells = memo(function Cells({ id, values, say, Content }: CellsProps<unknown> & { id: string }) {
  const { t } = useHost();
  return values.map((inRow, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid has the focus
    <div key={row} role="row" className="cells-row">
      {inRow.map((value, col) => {
        const cell = { row, col, value, Content, id: `${id}-${row}-${col}`, said: say(t, value) };
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
        return <OneCell key={col} {...cell} />;
      })}
    </div>
  ));
});

interface OneCellProps extends Cell, Pick<CellsProps<unknown>, "Content"> {
  id: string;
  value: unknown;
  said: string;
}

const OneCell = memo(function OneCell({ id, row, col, value, said, Content }: OneCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid has the focus
    <div
      id={id}
      role="gridcell"
      aria-label={`${cellName({ row, col })}, ${said}`}
      className="cells-cell"
      style={{ "--row": row, "--col": col } as CSSProperties}
    >
      <Content row={row} col={col} value={value} />
    </div>
  );
});
