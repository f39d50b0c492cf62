/** A match of Stackdoku: what is in the hand and on show, and how the parts are put together. */
import { useMemo, useState } from "react";
import {
  BoardNotice,
  GameLayout,
  type GameProps,
  LevelStatus,
  numbersTo,
  useClosable,
  useHelpWarning,
  useHost,
  useNewEntry,
  useNotice,
  useRefusal,
  useShortcuts,
  useStoredForMatch,
} from "@/game-kit";
import type { Action, View } from "../types";
import { Controls, litBy, RestartSheet, useSettings } from "./Controls";
import {
  blockedText,
  entryText,
  type Marks,
  MarksLegend,
  Notes,
  type Notice,
  pointedBy,
  refusalNotice,
  trayFacts,
} from "./Notes";
import { Left, useEnding } from "./Status";
import { cellOf, DIGITS, deadCells, placeOf, Sudoku } from "./Sudoku";
import { heldCode, partners, Stack, sizeOf, type Tile, Tray, tileOf } from "./Tiles";
import "./board.css";

/** Pencil marks: a bit mask for each cell, bit 0 for the digit 1. */
const NO_MARKS: readonly number[] = numbersTo(81).map(() => 0);
const NOTICE_MS = 5000;

/** What this page knows beside the view, called as the parts of the board call it; none of it is known to the rules. */
function useBoard({ moment, submit, refused, pending }: GameProps<View, Action, Marks>) {
  const { t, live, play, announce } = useHost();
  const { view, match } = moment;
  const [settings, setSettings] = useSettings();
  const [ownMarks, setOwnMarks] = useStoredForMatch("stackdoku.marks", match, NO_MARKS);
  const [tile, setTile] = useState<number | null>(null);
  const [digit, setDigit] = useState<number | null>(null);
  const [writing, setPencil] = useState(false);
  const { notice, say, refuse, clear } = useNotice<Notice>(NOTICE_MS);
  const [restarting, setRestarting] = useState(false);

  const tiles = useMemo(() => view.tiles.map(tileOf), [view.tiles]);
  const selected = tiles.find((one) => one.id === tile) ?? null;
  const pencil = writing && settings.marks === "own" && submit !== null;
  const chosen = digit !== null && (pencil || view.tray.includes(digit)) ? digit : null;

  useRefusal(refused, (now) => refuse(refusalNotice(t, view, now)));
  const newest = useNewEntry(moment, ({ entry, before, after }) => {
    if (entry.refused) return;
    clear();
    play(entry.action.do);
    const text = entryText(t, after, entry);
    const known = deadCells(before);
    const dead = settings.deadCells ? deadCells(after).filter((cell) => !known.includes(cell)) : [];
    // A rescue may go far back: that is shown, too. How it ended is said by the ending.
    if (entry.action.do === "rescue") say({ text, good: true });
    else if (dead.length > 0 && !moment.outcome)
      say({ text: `${t("sudoku.nothingFits", { count: dead.length })} ${text}`, cells: dead });
    else if (text && !moment.outcome) announce(text);
  });
  const taken = newest?.before.tiles.filter(([id]) => !tiles.some((one) => one.id === id)) ?? [];

  const tapTile = (one: Tile) => {
    if (one.heldBy.length > 0) {
      refuse({ text: t(`refused.${heldCode(one)}`), tile: one.id, tiles: one.heldBy });
    } else if (selected === null) {
      setTile(one.id);
      play("remove");
      if (view.tray_is_full) say({ text: t("refused.tray-full", trayFacts(view)) });
      else if (!settings.hidden && partners(tiles, one).length === 0)
        say({ text: t("refused.no-match", { digit: one.digit }) });
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
    else say({ text: t("refused.no-such-token", { digit: wanted }) });
  };
  const tapCell = (cell: number) => {
    if (chosen === null) say({ text: t(pencil ? "refused.choose-figure" : "refused.choose-token"), cell });
    else if (!pencil) submit?.({ do: "place", digit: chosen, ...placeOf(cell) });
    else if (view.grid[cell] === ".")
      setOwnMarks(ownMarks.map((mask, index) => (index === cell ? mask ^ (1 << (chosen - 1)) : mask)));
  };
  const letGo = () => {
    setTile(null);
    setDigit(null);
    clear();
  };
  const help = useHelpWarning(view.hints > 0, (text) => say({ text }));
  const note = useClosable([view.actions, view.undos, view.restarts, view.hint, view.winnable]);
  const askHint = () => {
    note.open();
    if (!view.hint || view.hint.step < view.limits.hint_steps) help.ask(() => submit?.({ do: "hint" }));
  };
  return {
    view,
    submit,
    settings,
    setSettings,
    setOwnMarks,
    tiles,
    selected,
    chosen,
    pencil,
    setPencil,
    notice,
    note,
    restarting,
    setRestarting,
    tapTile,
    tapCell,
    choose,
    letGo,
    askHint,
    help,
    marks: { none: null, automatic: view.marks, own: ownMarks }[settings.marks],
    /** There is nothing to remember in a replay. */
    hidden: settings.hidden && live,
    /** Tiles that the newest entry took. */
    leaving: taken.map(tileOf),
    /** Placements that are not answered yet. */
    placing: pending
      .filter((action) => action.do === "place")
      .map((action) => ({ digit: action.digit, cell: cellOf(action) }))
      .filter(({ digit, cell }) => view.targets[digit]?.includes(cell)),
  };
}

export default function Stackdoku(props: GameProps<View, Action, Marks>) {
  const { moment, pending, submit, marks } = props;
  const { t, live } = props.host;
  const ending = useEnding(moment);
  const board = useBoard(props);
  const { view, settings, setSettings, chosen, pencil, notice } = board;
  const pointed = marks ? pointedBy(marks) : { hint: board.note.shown ? view.hint : null, notice };
  const blocked = board.note.shown ? null : blockedText(t, view);
  const shortcuts = useShortcuts({
    escape: board.letGo,
    u: () => submit?.({ do: "undo" }),
    h: board.askHint,
    m: () => live && setSettings({ hidden: !settings.hidden }),
    p: () => {
      if (!submit) return;
      setSettings({ marks: "own" });
      board.setPencil(!pencil);
    },
    ...Object.fromEntries(DIGITS.map((digit) => [digit, () => submit && board.choose(digit)])),
  });
  return (
    <>
      <GameLayout
        moment={moment}
        ending={ending}
        variant="inset"
        className="sd-page"
        style={sizeOf(view.extent)}
        slim="status"
        status={
          <LevelStatus
            moment={moment}
            left={<Left {...view} />}
            alarm={blocked && { text: blocked.title, onClick: board.note.open }}
            level={view.difficulty}
            clock={{ name: t("more.clock"), shown: settings.clock, show: (clock) => setSettings({ clock }) }}
          />
        }
        board={
          <div className="sd-board" ref={shortcuts}>
            <Stack
              tiles={board.tiles}
              leaving={board.leaving}
              selected={board.selected}
              hidden={board.hidden}
              extent={view.extent}
              pending={pending.flatMap((action) => (action.do === "remove" ? [action.a, action.b] : []))}
              {...pointed}
              onTap={submit && board.tapTile}
            />
            <Tray
              slots={view.limits.tray}
              tray={view.tray}
              placing={board.placing}
              chosen={chosen}
              pencil={pencil}
              onChoose={submit && board.choose}
            />
            <Sudoku
              marks={board.marks}
              placing={board.placing}
              chosen={chosen}
              givens={view.givens}
              grid={view.grid}
              dead={settings.deadCells ? deadCells(view) : []}
              lit={litBy(settings)}
              targets={chosen !== null && !pencil ? view.targets[chosen] : []}
              {...pointed}
              onTap={submit && board.tapCell}
            />
            <Notes {...board} />
            <BoardNotice
              notice={notice}
              about={(notice?.cell ?? notice?.cells) === undefined ? "stack" : "sudoku"}
            />
          </div>
        }
        controls={marks ? <MarksLegend marks={marks} /> : live && <Controls {...board} />}
      />
      <RestartSheet {...board} />
    </>
  );
}
