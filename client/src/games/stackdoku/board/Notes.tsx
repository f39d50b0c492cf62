/** What is said and pointed at: a notice for a moment, notes that stay, the marks of an analysis. */
import {
  BoardLegend,
  BoardNote,
  Button,
  type Entry,
  type Flash,
  type GameProps,
  type Refused,
  type Translate,
  useHost,
} from "@/game-kit";
import type { Action, HintView, Place, Remove, Saying, View } from "../types";
import { cellOf, fromOne, placeOf } from "./Sudoku";

/** Something to say for a moment, and what to point at meanwhile. */
export interface Notice {
  text: string;
  good?: boolean;
  /** The tile or cell that could not be used. */
  tile?: number;
  cell?: number;
  /** Tiles or cells that are in the way. */
  tiles?: readonly number[];
  cells?: readonly number[];
}

export function refusalNotice(t: Translate, view: View, { action, refusal }: Refused<Action>): Notice {
  const { row = 0, col = 0, digit, by, left, right } = refusal.facts ?? {};
  const text = t(`refused.${refusal.code}`, {
    ...trayFacts(view),
    ...fromOne({ row, col }),
    digit: action.do === "place" ? action.digit : digit,
    most: view.limits.restarts,
    defaultValue: t("refused.other"),
  });
  if (action.do === "place") {
    const cells = refusal.code.startsWith("same-digit") ? [cellOf({ row, col })] : [];
    return { text, cell: cellOf(action), cells };
  }
  const tiles = [by, left, right].filter((tile) => tile !== undefined);
  return { text, tiles, ...(action.do === "remove" && { tile: action.b }) };
}

/** How many tokens the tray holds, and how many of them have to go before it has room for a pair. */
export function trayFacts({ tray, limits }: View) {
  return { held: tray.length, slots: limits.tray, count: tray.length + 2 - limits.tray };
}

/** What an entry of the log did, or what help it brought, and that nothing is possible after it. */
export function entryText(t: Translate, view: View, { action }: Entry<Action>): string {
  if (action.do === "hint" && view.hint) return hintLines(t, view, view.hint).at(-1) ?? "";
  if (action.do === "winnable") return winnableText(t, view);
  const { tray, undos, lives, limits } = view;
  const place = action.do === "place" && { digit: action.digit, ...fromOne(action) };
  const done = t(`done.${action.do}`, {
    digit: tray.at(-1),
    ...place,
    tray: t("tray.label", trayFacts(view)),
    undos: t("status.undo", { left: undos, of: limits.undos }),
    lives: t("status.life", { left: lives, of: limits.lives }),
    defaultValue: "",
  });
  const blocked = blockedText(t, view);
  return [done, blocked && `${blocked.title}. ${blocked.text}`].filter(Boolean).join(" ");
}

/** Says that no action is possible, why, and what can be done about it; null while one is possible. */
export function blockedText(t: Translate, view: View): { title: string; text: string } | null {
  if (!view.blocked || view.ended) return null;
  const why = t(view.tiles.length === 0 ? "blocked.cleared" : `blocked.${view.blocked}.text`);
  const way = view.undos > 0 ? "undo" : view.lives === 1 ? "lastLife" : "rescue";
  return {
    title: t(`blocked.${view.blocked}.title`),
    text: `${why} ${t(`blocked.${way}`, { count: view.lives })}`,
  };
}

/** One sentence of a hint, from its code and facts. */
export function sentence(
  t: Translate,
  { code, units = [], cells = [], digits = [], layers = [] }: Saying,
): string {
  const listed = (names: readonly (string | number)[]) =>
    [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((part) => part !== "").join(t("hint.and"));
  const named = units.map((unit, index) => {
    const kind = ["row", "column", "box"][Math.floor(unit / 9)];
    return [`unit${index}`, t(`hint.unit.${kind}`, { number: (unit % 9) + 1 })];
  });
  const places = cells.map((cell) => t("hint.cell", fromOne(placeOf(cell))));
  const facts = { digits: listed(digits), cells: listed(places), layers: listed(layers) };
  const text = t(`hint.text.${code}`, { ...Object.fromEntries(named), ...facts });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A hint as far as it was asked for: where, why, what. No undo is advised where those left do not lead back. */
function hintLines(t: Translate, view: View, { step, where, why, what }: HintView): string[] {
  const back = what?.code.startsWith("undo-") === true && !undosReach(view);
  const parts = [[where], why, what && !back ? [what] : []];
  const lines = parts.slice(0, step).map((part) => part.map((saying) => sentence(t, saying)).join(" "));
  return back && !view.blocked && !view.ended
    ? [...lines.filter(Boolean), wayBack(t, view)]
    : lines.filter(Boolean);
}

/** Whether the undos that are left lead back to where it may be won. */
function undosReach({ undos, undos_needed: needed }: View): boolean {
  return undos > 0 && undos >= needed;
}

/** How to get back to where it could be won. */
function wayBack(t: Translate, view: View): string {
  if (undosReach(view)) return t("back.undo", { count: view.undos_needed });
  const way = view.lives > 0 ? "life" : "restart";
  return t(`back.${way}${view.undos > 0 ? "TooFar" : ""}`);
}

/** Whether it can still be won, and the way back where it cannot and that was not said before. */
function winnableText(t: Translate, view: View, said: readonly string[] = []): string {
  const answer = view.winnable ? t(`winnable.${view.winnable}`) : "";
  if (view.winnable !== "no" || view.blocked || view.ended) return answer;
  const back = wayBack(t, view);
  return said.includes(back) ? answer : `${answer} ${back}`;
}

interface NotesProps extends Pick<GameProps<View, Action>, "submit"> {
  view: View;
  note: { shown: boolean; close: () => void };
  askHint: () => void;
  setRestarting: (restarting: boolean) => void;
}

/** The note that lies on the table: that nothing is possible and what can be done about it, or what help was asked for. */
export function Notes({ view, submit, note, askHint, setRestarting }: NotesProps) {
  const { t } = useHost();
  const { hint, winnable, limits } = view;
  const blocked = blockedText(t, view);
  const way = view.undos > 0 ? "undo" : "rescue";
  const left = view.undos > 0 ? view.undos : view.lives;
  const lines = hint ? hintLines(t, view, hint) : [];
  if (!note.shown || (!blocked && !hint && !winnable)) return null;
  return (
    <BoardNote
      title={blocked?.title ?? t(hint ? "control.hint" : "control.winnable")}
      tags={hint?.techniques.map((technique) => t(`hint.technique.${technique}`))}
      alarm={blocked !== null}
      beside={view.blocked === null && hint?.area.length === 0}
      text={blocked?.text}
      ways={
        blocked &&
        submit && (
          <div className="row">
            <Button
              kind="main"
              icon={view.undos > 0 ? "undo" : undefined}
              onClick={() => submit({ do: way })}
            >
              {t(`blocked.do.${way}`, { left })}
            </Button>
            <Button icon="again" onClick={() => setRestarting(true)}>
              {t("control.restart")}
            </Button>
          </div>
        )
      }
      lines={lines}
      onClose={note.close}
    >
      {hint && submit && hint.step < limits.hint_steps && (
        <div className="row">
          <Button onClick={askHint}>{t(`hint.more.${hint.step}`)}</Button>
        </div>
      )}
      {winnable && <p>{winnableText(t, view, lines)}</p>}
    </BoardNote>
  );
}

/** What a hint points at, on table and paper. */
export type Pointing = Partial<Pick<HintView, "where" | "why" | "area" | "cells" | "place" | "remove">>;

/** What an analysis points at: the action that gave the level away, and one that would not have. */
export interface Marks {
  played: Place | Remove;
  /** Null where none is known. */
  better: Place | Remove | null;
}

/** The better action is marked like a hint, the one that was played like tiles and cells that are in the way. */
export function pointedBy({ played, better }: Marks): { hint: Pointing; notice: Flash<Notice> } {
  const blamed = played.do === "remove" ? { tiles: [played.a, played.b] } : { cells: [cellOf(played)] };
  return {
    hint: better?.do === "place" ? { place: better } : { remove: better },
    notice: { text: "", count: 0, ...blamed },
  };
}

/** A ring for what was played, a frame for what was better. */
export function MarksLegend({ marks: { better } }: { marks: Marks }) {
  const swatch = (stroke: string, rx: number) => (
    <rect x="12" y="2" width="20" height="20" fill="none" strokeWidth="3" stroke={stroke} rx={rx} />
  );
  const played = swatch("var(--no)", 10);
  return <BoardLegend marks={{ played, better: better !== null && swatch("var(--lamp)", 4) }} />;
}
