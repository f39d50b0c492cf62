/** What is said: how lines are called, whose turn it is, what was just done, how it ended. */
import { type Moment, type PlayerName, seatLetter, type Translate } from "@/game-kit";
import type { Draw, View } from "../types";
import { labelOf, placeOf } from "./lines";

/** How many boxes the last line filled: those beside it that are owned. */
export function boxesFilled({ last, boxes }: View): number {
  if (last === null) return 0;
  const [row, col] = placeOf(last);
  const [above, left] = last[0] === "h" ? [row - 1, col] : [row, col - 1];
  return [boxes[row]?.[col], boxes[above]?.[left]].filter((owner) => owner != null).length;
}

/** A line by the row and the column of its first dot. */
export function lineText(t: Translate, line: string): string {
  const [row, col] = placeOf(line);
  return t(line[0] === "h" ? "line.h" : "line.v", { row: labelOf(row), col: labelOf(col) });
}

export const scoresText = (scores: readonly number[]): string =>
  scores.map((score, seat) => `${seatLetter(seat)} ${score}`).join(", ");

interface Scene {
  moment: Moment<View, Draw>;
  names: readonly PlayerName[];
  mine: readonly number[];
  t: Translate;
  language: string;
  /** Whether it is being played: in a replay nobody thinks. */
  live: boolean;
}

/** The turn, as it concerns whoever looks at this screen. */
export function turnText(scene: Scene): string {
  const { moment, names, mine, t, live } = scene;
  const { turn } = moment.view;
  if (turn === null) return resultText(scene).title;
  const name = names[turn]?.fullName;
  const before = moment.last?.seat ?? null;
  const again = before === turn && moment.last?.refused == null;
  const filled = boxesFilled(moment.view) > 1 ? "Two" : "";
  if (mine.length === 1 && mine.includes(turn)) return t(again ? `turn.again${filled}` : "turn.mine");
  if (again) return t(`turn.againHere${filled}`, { name });
  if (!mine.includes(turn)) return t(live && names[turn]?.bot ? "turn.bot" : "turn.other", { name });
  const passed = before !== null && before !== turn && mine.includes(before);
  return t(passed ? "turn.pass" : "turn.here", { name });
}

/** What the last entry did, for those who cannot see it. */
export function lastText({ moment, names, t }: Scene): string {
  const { last, view } = moment;
  if (!last || last.refused || view.last === null) return "";
  const line = lineText(t, view.last);
  const drew =
    last.seat < 0 ? t("said.clock", { line }) : t("said.drew", { name: names[last.seat]?.fullName, line });
  const filled = ["", t("said.box"), t("said.twoBoxes")][boxesFilled(view)];
  return filled ? `${drew} ${filled}` : drew;
}

/** That the clock drew for a seat, as it concerns whoever looks at this screen. */
export function timeUpText({ names, mine, t }: Scene, seat: number | null): string {
  if (mine.length === 1 && seat === mine[0]) return t("said.timeUpMine");
  return t("said.timeUp", { name: names[seat ?? 0]?.fullName });
}

/** The result as a title and a sentence; the scores are read out, and stand on the cards. What is handed to others names everybody. */
export function resultText({ moment, names, mine, t, language }: Scene) {
  const { winners, scores: points } = moment.view;
  const name = new Intl.ListFormat(language).format(winners.map((seat) => names[seat]?.fullName ?? ""));
  const scores = scoresText(points);
  const result =
    winners.length > 1
      ? t("over.tie", { names: name, each: points[winners[0] ?? 0] })
      : t("over.other", { name });
  const me = mine.length === 1 && winners.length === 1 && winners[0] === mine[0];
  const byName = points.map((score, seat) => `${names[seat]?.fullName} ${score}`).join(", ");
  return {
    title: me ? t("over.mine") : result,
    text: t("over.text"),
    spoken: t("over.spoken", { scores }),
    share: `${result}: ${byName}.`,
  };
}
