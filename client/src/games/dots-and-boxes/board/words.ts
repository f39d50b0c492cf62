/** What is said: how lines are called, whose turn it is, what was just done, how it ended. */
import { type Moment, type PlayerName, seatLetter, type Translate } from "@/game-kit";
import type { Draw, View } from "../types";
import { placeOf } from "./lines";

/** A line's place, counted from 1. */
export function lineText(t: Translate, line: string): string {
  const [row, col] = placeOf(line);
  return t(line[0] === "h" ? "line.h" : "line.v", { row: row + 1, col: col + 1 });
}

export const scoresText = (scores: readonly number[]): string =>
  scores.map((score, seat) => `${seatLetter(seat)} ${score}`).join(", ");

interface Scene {
  moment: Moment<View, Draw>;
  names: readonly PlayerName[];
  mine: readonly number[];
  t: Translate;
  language: string;
}

/** The turn, as it concerns whoever looks at this screen. */
export function turnText(scene: Scene): string {
  const { moment, names, mine, t } = scene;
  const { turn } = moment.view;
  if (turn === null) return resultText(scene).title;
  const name = names[turn]?.fullName;
  const before = moment.last?.seat ?? null;
  const again = before === turn && moment.last?.refused == null;
  if (!mine.includes(turn)) return t(names[turn]?.bot ? "turn.bot" : "turn.other", { name });
  if (mine.length === 1) return t(again ? "turn.again" : "turn.mine");
  if (again) return t("turn.againHere", { name });
  const passed = before !== null && before !== turn && mine.includes(before);
  return t(passed ? "turn.pass" : "turn.here", { name });
}

/** What the last entry did, for those who cannot see it. */
export function lastText({ moment, names, t }: Scene): string {
  const { last, view } = moment;
  if (!last || last.refused || view.last === null) return "";
  const line = lineText(t, view.last);
  if (last.seat < 0) return t("said.clock", { line });
  return t("said.drew", { name: names[last.seat]?.fullName, line });
}

/** The result as a title and a sentence. */
export function resultText({ moment, names, mine, t, language }: Scene): { title: string; text: string } {
  const { winners, scores: points } = moment.view;
  const name = new Intl.ListFormat(language).format(winners.map((seat) => names[seat]?.fullName ?? ""));
  const scores = scoresText(points);
  if (winners.length > 1)
    return { title: t("over.tie", { names: name }), text: t("over.tieText", { scores }) };
  const me = mine.length === 1 && winners.includes(mine[0] ?? -1);
  return { title: me ? t("over.mine") : t("over.other", { name }), text: t("over.text", { scores }) };
}
