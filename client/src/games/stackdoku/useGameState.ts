/** What is in the hand and on show here and now; none of it is known to the rules. */

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type GameProps, useHost } from "@/game-kit";
import { useManner, useOwnMarks } from "./memory";
import { partners, type Tile, tileOf } from "./preview";
import type { Action, View } from "./types";
import { blockedWords, deedText, heldSlip, NOTHING, refusalSlip, type Slip } from "./words";

const SLIP_MS = 5000;

export function useGameState({ moment, submit, refused }: GameProps<View, Action>) {
  const { t, play, announce } = useHost();
  const { view } = moment;
  const [manner, setManner] = useManner();
  const [ownMarks, setOwnMarks] = useOwnMarks(moment.match);
  const [tile, setTile] = useState<number | null>(null);
  const [digit, setDigit] = useState<number | null>(null);
  const [writing, setWriting] = useState(false);
  const [slip, say, hush] = useSlip();

  const tiles = useMemo(() => view.tiles.map(tileOf), [view.tiles]);
  const selected = tiles.find((one) => one.id === tile) ?? null;
  const pencil = writing && manner.marks === "own";
  const chosen = digit !== null && (pencil || view.tray.includes(digit)) ? digit : null;

  const seen = useRef(view);
  seen.current = view;
  const answered = useRef(refused?.count);
  useEffect(() => {
    if (!refused || refused.count === answered.current) return;
    answered.current = refused.count;
    play("no");
    say(refusalSlip(t, seen.current, refused));
  }, [refused, t, say, play]);

  const { last, seq, outcome } = moment;
  const heard = useRef(seq);
  useEffect(() => {
    if (heard.current === seq || !last) return;
    heard.current = seq;
    if (last.refused) return;
    hush();
    const blocked = blockedWords(t, seen.current);
    const parts = [deedText(t, seen.current, last), blocked && `${blocked.title}. ${blocked.text}`];
    const text = parts.filter(Boolean).join(" ");
    // A rescue may go far back: that is shown, too. How it ended is said by the ending.
    if (last.action.do === "rescue") say({ ...NOTHING, good: true, text });
    else if (text && !outcome) announce(text);
    const sound = SOUNDS[last.action.do];
    if (sound) play(sound);
  }, [seq, last, outcome, t, hush, say, announce, play]);

  const tapTile = (one: Tile) => {
    if (one.heldBy.length > 0) {
      play("no");
      say(heldSlip(t, one));
    } else if (selected === null) {
      setTile(one.id);
      play("tile");
      const lonely = partners(tiles, one).length === 0 && !manner.hidden;
      if (view.tray_is_full)
        say({
          ...NOTHING,
          text: t("refused.tray-full", { held: view.tray.length, slots: view.limits.tray }),
        });
      else if (lonely) say({ ...NOTHING, text: t("refused.no-match", { digit: one.digit }) });
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
    if (!pencil && !view.tray.includes(wanted)) {
      say({ ...NOTHING, text: t("refused.no-such-token", { digit: wanted }) });
      return;
    }
    setDigit(chosen === wanted ? null : wanted);
  };

  const tapCell = (cell: number) => {
    const empty = view.grid[cell] === ".";
    if (pencil) {
      if (chosen === null) say({ ...NOTHING, text: t("slip.chooseFigure"), cell });
      else if (empty)
        setOwnMarks(ownMarks.map((mask, index) => (index === cell ? mask ^ (1 << (chosen - 1)) : mask)));
      return;
    }
    if (chosen === null) say({ ...NOTHING, text: t("slip.chooseToken"), cell });
    else submit?.({ do: "place", digit: chosen, row: Math.floor(cell / 9), col: cell % 9 });
  };

  const letGo = () => {
    setTile(null);
    setDigit(null);
    hush();
  };

  return {
    view,
    tiles,
    selected,
    matching: selected && !manner.hidden ? partners(tiles, selected) : [],
    chosen,
    pencil,
    slip,
    manner,
    setManner,
    ownMarks,
    setOwnMarks,
    marks: { none: null, automatic: view.marks, own: ownMarks }[manner.marks],
    setPencil: setWriting,
    tapTile,
    tapCell,
    choose,
    letGo,
  };
}

export type GameState = ReturnType<typeof useGameState>;

const SOUNDS: Record<string, string> = {
  remove: "tile",
  place: "place",
  undo: "back",
  rescue: "candle",
  restart: "tile",
};

/** One thing to say at a time; it is said aloud too, and fades. */
function useSlip(): [Slip | null, (next: Omit<Slip, "count">) => void, () => void] {
  const [slip, setSlip] = useState<Slip | null>(null);
  const { announce } = useHost();
  const count = useRef(0);
  const say = useCallback(
    (next: Omit<Slip, "count">) => {
      count.current += 1;
      setSlip({ ...next, count: count.current });
      announce(next.text);
    },
    [announce],
  );
  useEffect(() => {
    if (!slip) return;
    const timer = setTimeout(() => setSlip((now) => (now?.count === slip.count ? null : now)), SLIP_MS);
    return () => clearTimeout(timer);
  }, [slip]);
  const hush = useCallback(() => setSlip(null), []);
  return [slip, say, hush];
}
