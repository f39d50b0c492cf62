/** What is in the hand, on show and remembered here; none of it is known to the rules. */
import { useEffect, useMemo, useRef, useState } from "react";
import { type GameProps, useHost, useNewEntry, useRefusal, useStored } from "@/game-kit";
import type { Action, View } from "../types";
import { entryText, type Notice, refusalNotice } from "./Notes";
import { partners, type Tile, tileOf } from "./Tiles";

interface Settings {
  marks: "none" | "automatic" | "own";
  /** Numbers on the tiles are hidden. */
  hidden: boolean;
  clock: boolean;
}

/** My own marks of a match: 81 bit masks, bit 0 for the digit 1. */
type Marks = readonly number[];

const SETTINGS: Settings = { marks: "none", hidden: false, clock: true };
const NO_MARKS: Marks = Array.from({ length: 81 }, () => 0);
const MATCHES_KEPT = 20;
const NOTICE_MS = 5000;
const SOUNDS: Readonly<Record<string, string>> = {
  remove: "tile",
  place: "place",
  undo: "back",
  rescue: "candle",
  restart: "tile",
};

export type Board = ReturnType<typeof useBoard>;

export function useBoard({ moment, submit, refused, pending }: GameProps<View, Action>) {
  const { t, play, announce } = useHost();
  const { view, match } = moment;
  const [kept, changeSettings] = useStored<Partial<Settings>>("stackdoku", {});
  const settings = { ...SETTINGS, ...kept };
  const [keptMarks, keepMarks] = useStored<readonly (readonly [match: string, Marks])[]>(
    "stackdoku.marks",
    [],
  );
  const [tile, setTile] = useState<number | null>(null);
  const [digit, setDigit] = useState<number | null>(null);
  const [writing, setPencil] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [closed, setClosed] = useState("");

  const tiles = useMemo(() => view.tiles.map(tileOf), [view.tiles]);
  const selected = tiles.find((one) => one.id === tile) ?? null;
  const ownMarks = keptMarks.find(([kept]) => kept === match)?.[1] ?? NO_MARKS;
  const pencil = writing && settings.marks === "own" && submit !== null;
  const chosen = digit !== null && (pencil || view.tray.includes(digit)) ? digit : null;
  const placing = pending.flatMap((action) => {
    const cell = action.do === "place" ? 9 * action.row + action.col : -1;
    return action.do === "place" && view.targets[action.digit]?.includes(cell)
      ? [{ cell, digit: action.digit }]
      : [];
  });
  const setSettings = (change: Partial<Settings>) => changeSettings((now) => ({ ...now, ...change }));
  const setOwnMarks = (marks: Marks) =>
    keepMarks((kept) =>
      [...kept.filter(([other]) => other !== match), [match, marks] as const].slice(-MATCHES_KEPT),
    );

  const show = (text: string, more: Omit<Notice, "text" | "count"> = {}) => {
    setNotice((before) => ({ ...more, text, count: (before?.count ?? 0) + 1 }));
    announce(text);
  };
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(null), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  useRefusal(refused, (now) => {
    play("no");
    const { text, ...more } = refusalNotice(t, view, now);
    show(text, more);
  });
  const newest = useNewEntry(moment, ({ entry, after }) => {
    if (entry.refused) return;
    setNotice(null);
    const text = entryText(t, after, entry);
    // A rescue may go far back: that is shown, too. How it ended is said by the ending.
    if (entry.action.do === "rescue") show(text, { good: true });
    else if (text && !moment.outcome) announce(text);
    const sound = SOUNDS[entry.action.do];
    if (sound) play(sound);
  });
  const taken = newest ? newest.before.tiles.filter(([id]) => !tiles.some((one) => one.id === id)) : [];

  const tapTile = (one: Tile) => {
    if (one.heldBy.length > 0) {
      play("no");
      const code = one.heldBy.length === 1 ? "tile-covered" : "tile-hemmed-in";
      show(t(`refused.${code}`), { tile: one.id, tiles: one.heldBy });
    } else if (selected === null) {
      setTile(one.id);
      play("tile");
      if (view.tray_is_full)
        show(t("refused.tray-full", { held: view.tray.length, slots: view.limits.tray }));
      else if (partners(tiles, one).length === 0 && !settings.hidden)
        show(t("refused.no-match", { digit: one.digit }));
    } else if (selected.id === one.id) {
      setTile(null);
    } else {
      submit?.({ do: "remove", a: selected.id, b: one.id });
      const pair = selected.digit === one.digit;
      setTile(pair ? null : one.id);
      if (pair && chosen === null && !view.tray_is_full) setDigit(one.digit);
    }
  };
  const choose = (wanted: number) => {
    if (pencil || view.tray.includes(wanted)) setDigit(chosen === wanted ? null : wanted);
    else show(t("refused.no-such-token", { digit: wanted }));
  };
  const tapCell = (cell: number) => {
    if (chosen === null) show(t(pencil ? "choose.figure" : "choose.token"), { cell });
    else if (!pencil) submit?.({ do: "place", digit: chosen, row: Math.floor(cell / 9), col: cell % 9 });
    else if (view.grid[cell] === ".")
      setOwnMarks(ownMarks.map((mask, index) => (index === cell ? mask ^ (1 << (chosen - 1)) : mask)));
  };
  const letGo = () => {
    setTile(null);
    setDigit(null);
    setNotice(null);
  };

  const note = JSON.stringify([view.actions, view.undos, view.restarts, view.hint, view.winnable]);
  const noteShown = closed !== note || view.blocked !== null;
  const askHint = () => {
    setClosed("");
    if (!view.hint || view.hint.step < view.limits.hint_steps) submit?.({ do: "hint" });
  };

  return {
    view,
    submit,
    settings,
    setSettings,
    marks: { none: null, automatic: view.marks, own: ownMarks }[settings.marks],
    setOwnMarks,
    tiles,
    /** Those that the newest entry took. */
    leaving: taken.map(tileOf),
    selected,
    matching: selected && !settings.hidden ? partners(tiles, selected).map((one) => one.id) : [],
    chosen,
    pencil,
    setPencil,
    /** Placements that are not answered yet. */
    placing,
    notice,
    noteShown,
    closeNote: () => setClosed(note),
    tapTile,
    tapCell,
    choose,
    letGo,
    askHint,
  };
}

/** Keys that work wherever the focus is. Of several boards on a page they belong to the one with the focus, else to the first. */
export function useKeys({ submit, settings, setSettings, pencil, setPencil, ...board }: Board) {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const keys: Readonly<Record<string, () => void>> = {
      escape: board.letGo,
      u: () => submit?.({ do: "undo" }),
      h: board.askHint,
      m: () => setSettings({ hidden: !settings.hidden }),
      p: () => {
        setSettings({ marks: "own" });
        setPencil(!pencil);
      },
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest("[role=dialog], input, textarea, select")) return;
      const meant = target.closest(".sd-page") ?? document.querySelector(".sd-page");
      if (!meant?.contains(page.current)) return;
      const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : null;
      const press = digit ? () => submit && board.choose(digit) : keys[event.key.toLowerCase()];
      if (!press) return;
      press();
      event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
  return page;
}
