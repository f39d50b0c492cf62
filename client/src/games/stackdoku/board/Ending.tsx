/** How a level ended: stars for what went well, and what it took. */
import { type Ending, type Moment, SoloResult, span, useBoardName, useHost } from "@/game-kit";
import type { Action, View } from "../types";
import { Picture } from "./Pictures";

/** The stars in their order, each with what won it or what it was missed by; the words are `over.star.<what>`. */
export function starsOf(view: View): readonly { won: boolean; what: string }[] {
  const solved = view.ended === "solved";
  const alone = view.hints === 0 && view.restarts === 0;
  const kept = view.lives === view.limits.lives;
  const help = view.hints > 0 ? (view.restarts > 0 ? "helpedAndRestarted" : "helped") : "restarted";
  return [
    { won: solved, what: solved ? "solved" : "notSolved" },
    { won: solved && alone, what: alone ? "alone" : help },
    { won: solved && alone && kept, what: !kept ? "livesSpent" : alone ? "livesKept" : "needsSecond" },
  ];
}

export function useEnding({ view, outcome, last }: Moment<View, Action>): Ending | null {
  const { t } = useHost();
  const boardName = useBoardName();
  if (!outcome) return null;
  const solved = outcome.reason === "solved";
  const time = span(Math.floor((last?.at_ms ?? 0) / 1000));
  const stars = starsOf(view);
  const won = stars.filter((star) => star.won).length;
  const facts = {
    count: won,
    stars: "★".repeat(won) + "☆".repeat(stars.length - won),
    level: boardName(view.difficulty),
    time,
    actions: view.actions,
    tiles: view.tiles.length,
    cells: view.grid.split(".").length - 1,
  };
  const how = solved ? "over.solved" : outcome.reason === "finished" ? "over.finished" : "over.lost";
  const took = {
    [t("boards.time")]: time,
    [t("over.lives")]: [<Picture key="life" kind="life" spent={!view.lives} />, view.lives],
    [t("over.undos")]: [<Picture key="undo" kind="undo" spent={!view.undos} />, view.undos],
    [t("over.hints")]: view.hints,
    [t("over.restarts")]: t("over.restartsOf", { restarts: view.restarts, most: view.limits.restarts }),
  };
  return {
    title: t(`${how}.title`),
    text: t(solved || view.tiles.length > 0 ? `${how}.text` : `${how}.cleared`, facts),
    spoken: solved ? t("over.solved.spoken", facts) : undefined,
    share: t(`${how}.share`, facts),
    picture: (
      <SoloResult
        stars={solved ? stars.map(({ won, what }) => ({ won, text: t(`over.star.${what}`) })) : []}
        took={took}
      />
    ),
  };
}
