/** What is said about a moment: whose turn it is, what was just done, how it ended. */
import type { Moment, Translate } from "@/game-kit";
import { lineWords } from "./Board";
import type { Named } from "./names";
import { LETTERS } from "./Stitches";
import type { Draw, View } from "./types";

interface Scene {
  moment: Moment<View, Draw>;
  names: readonly Named[];
  mine: readonly number[];
  t: Translate;
  language: string;
}

/** The turn, as it concerns whoever looks at this screen. */
export function turnWords(scene: Scene): string {
  const { moment, names, mine, t } = scene;
  const { turn } = moment.view;
  if (turn === null) return resultWords(scene).title;
  const name = nameOfSeat(names, turn);
  const before = moment.last?.seat ?? null;
  const again = before === turn && moment.last?.refused == null;
  if (!mine.includes(turn)) return t(names[turn]?.bot ? "turn.bot" : "turn.other", { name });
  if (mine.length === 1) return t(again ? "turn.again" : "turn.mine");
  if (again) return t("turn.againHere", { name });
  const passed = before !== null && before !== turn && mine.includes(before);
  return t(passed ? "turn.pass" : "turn.here", { name });
}

/** What the last entry did, for those who cannot see it. */
export function lastWords({ moment, names, t }: Scene): string {
  const { last, view } = moment;
  if (!last || last.refused || view.last === null) return "";
  const line = lineWords(t, view.last);
  if (last.seat < 0) return t("said.clock", { line });
  return t("said.drew", { name: nameOfSeat(names, last.seat), line });
}

/** The result as a title and a sentence. */
export function resultWords({ moment, names, mine, t, language }: Scene): { title: string; text: string } {
  const { winners, scores } = moment.view;
  const shared = new Intl.ListFormat(language).format(winners.map((seat) => nameOfSeat(names, seat)));
  const me = mine.length === 1 && winners.includes(mine[0] ?? -1);
  const title =
    winners.length > 1
      ? t("over.tie", { names: shared })
      : me
        ? t("over.mine")
        : t("over.other", { name: shared });
  const told = scores.map((score, seat) => `${LETTERS[seat]} ${score}`).join(", ");
  return { title, text: t(winners.length > 1 ? "over.tieText" : "over.text", { told }) };
}

/** The letter first: it is what stands in the boxes. */
function nameOfSeat(names: readonly Named[], seat: number): string {
  const named = names[seat];
  return named?.bot ? `${named.name} ${LETTERS[seat]}` : (named?.name ?? LETTERS[seat] ?? "");
}
