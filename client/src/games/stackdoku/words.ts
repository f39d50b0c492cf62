/** What happened, in words: refusals by their codes and facts, moves by what they did. */
import type { Entry, Refused, Translate } from "@/game-kit";
import type { Tile } from "./preview";
import type { Action, HintView, Saying, View } from "./types";

/** Something to say for a moment, and what to point at meanwhile. */
export interface Slip {
  count: number;
  text: string;
  good: boolean;
  /** What refused. */
  tile: number | null;
  cell: number | null;
  /** What is in the way. */
  tiles: readonly number[];
  cells: readonly number[];
}

export const NOTHING: Omit<Slip, "count" | "text"> = {
  good: false,
  tile: null,
  cell: null,
  tiles: [],
  cells: [],
};

/** Why a tile cannot be taken: by what lies on it or beside it. */
export function heldSlip(t: Translate, tile: Tile): Omit<Slip, "count"> {
  const code = tile.heldBy.length === 1 ? "tile-covered" : "tile-hemmed-in";
  return { ...NOTHING, text: t(`refused.${code}`), tile: tile.id, tiles: tile.heldBy };
}

export function refusalSlip(t: Translate, view: View, refused: Refused<Action>): Omit<Slip, "count"> {
  const { action, refusal } = refused;
  const facts = refusal.facts ?? {};
  const other = facts.row !== undefined && facts.col !== undefined ? 9 * facts.row + facts.col : null;
  const text = t(`refused.${refusal.code}`, {
    ...facts,
    row: (facts.row ?? 0) + 1,
    col: (facts.col ?? 0) + 1,
    digit: action.do === "place" ? action.digit : facts.digit,
    slots: view.limits.tray,
    defaultValue: t("refused.other"),
  });
  if (action.do === "place") {
    const blamed = refusal.code.startsWith("same-digit") && other !== null ? [other] : [];
    return { ...NOTHING, text, cell: 9 * action.row + action.col, cells: blamed };
  }
  const blamed = [facts.by, facts.left, facts.right].filter((tile) => tile !== undefined);
  return { ...NOTHING, text, tile: action.do === "remove" ? action.b : null, tiles: blamed };
}

/** What an entry of the log did; null for what speaks for itself. */
export function deedText(t: Translate, view: View, entry: Entry<Action>): string | null {
  const { action } = entry;
  if (entry.refused || action.do === "time-up") return null;
  const tray = t("tray.label", { held: view.tray.length, slots: view.limits.tray });
  switch (action.do) {
    case "remove":
      return t("deed.remove", { digit: view.tray.at(-1), tray });
    case "place":
      return t("deed.place", { digit: action.digit, row: action.row + 1, col: action.col + 1, tray });
    case "undo":
      return t("deed.undo", { count: view.undos });
    case "rescue":
      return t("deed.rescue", { count: view.lives });
    case "restart":
      return t("deed.restart");
    default:
      return null;
  }
}

/** That nothing is possible, why, and what can be done about it; null while something is. */
export function blockedWords(t: Translate, view: View): { title: string; text: string } | null {
  if (!view.blocked || view.ended) return null;
  const why = t(view.tiles.length === 0 ? "blocked.cleared" : `blocked.${view.blocked}.text`);
  const way = view.undos > 0 ? "undo" : view.lives === 1 ? "lastLife" : "rescue";
  return {
    title: t(`blocked.${view.blocked}.title`),
    text: `${why} ${t(`blocked.${way}`, { count: view.lives })}`,
  };
}

const UNITS = ["row", "column", "box"] as const;

/** One sentence of a hint, from its code and facts. */
export function sayingText(t: Translate, saying: Saying): string {
  const listed = (names: readonly (string | number)[] = []) =>
    [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((part) => part !== "").join(t("hint.and"));
  const units = (saying.units ?? []).map((unit) =>
    t(`hint.unit.${UNITS[Math.floor(unit / 9)]}`, { number: (unit % 9) + 1 }),
  );
  const cells = (saying.cells ?? []).map((cell) =>
    t("hint.cell", { row: Math.floor(cell / 9) + 1, col: (cell % 9) + 1 }),
  );
  const text = t(`hint.said.${saying.code}`, {
    ...Object.fromEntries(units.map((unit, index) => [`unit${index}`, unit])),
    digits: listed(saying.digits),
    cells: listed(cells),
    layers: listed(saying.layers),
  });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A hint as far as it was asked for: where, why, what. */
export function hintLines(t: Translate, hint: HintView): string[] {
  const why = hint.why.map((saying) => sayingText(t, saying)).join(" ");
  const what = hint.what ? sayingText(t, hint.what) : "";
  return [sayingText(t, hint.where), why, what].slice(0, hint.step);
}
