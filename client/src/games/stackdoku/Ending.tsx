/** Solved or lost: stars for what went well, and what it took. */
import { type Ending, type Moment, useBoardName, useHost } from "@/game-kit";
import { minutes } from "./Status";
import { Candle, Feather, Star } from "./things";
import type { Action, View } from "./types";

export function useEnding(moment: Moment<View, Action>): Ending | null {
  const { t, language } = useHost();
  const boardName = useBoardName();
  const { view, outcome } = moment;
  const solved = outcome?.reason === "solved";
  const time = minutes(moment.last?.at_ms ?? 0);
  const stars = starsOf(view, solved);
  const won = stars.filter((star) => star.won).length;
  const score = (outcome?.scores[0] ?? 0).toLocaleString(language);
  if (!outcome) return null;
  const took = { level: boardName(view.difficulty), time };
  return {
    title: t(solved ? "over.solved.title" : "over.lost.title"),
    text: solved
      ? t("over.solved.text", { count: won, time, actions: view.actions })
      : t(view.tiles.length > 0 ? "over.lost.text" : "over.lost.cleared", {
          tiles: view.tiles.length,
          cells: view.grid.split(".").length - 1,
        }),
    share: solved
      ? t("over.solved.share", { ...took, stars: "★".repeat(won) + "☆".repeat(stars.length - won) })
      : t("over.lost.share", took),
    picture: (
      <>
        {solved && (
          <>
            <ul className="sd-stars">
              {stars.map((star) => (
                <li key={star.key} data-won={star.won}>
                  <Star won={star.won} />
                  <span>{t(`over.star.${star.key}.${star.won ? "won" : "missed"}`)}</span>
                </li>
              ))}
            </ul>
            <p className="sd-score">
              <span className="soft">{t("over.score")}</span> <strong className="figures">{score}</strong>
            </p>
          </>
        )}
        <dl className="sd-took">
          <div>
            <dt>{t("over.time")}</dt>
            <dd className="figures">{time}</dd>
          </div>
          <div>
            <dt>{t("over.lives")}</dt>
            <dd>
              <Candle lit={view.lives > 0} /> {view.lives}
            </dd>
          </div>
          <div>
            <dt>{t("over.undos")}</dt>
            <dd>
              <Feather left={view.undos > 0} /> {view.undos}
            </dd>
          </div>
          <div>
            <dt>{t("over.hints")}</dt>
            <dd className="figures">{view.hints}</dd>
          </div>
        </dl>
      </>
    ),
  };
}

function starsOf(view: View, solved: boolean) {
  return [
    { key: "solved", won: solved },
    { key: "lives", won: solved && view.lives === view.limits.lives && view.restarts === 0 },
    { key: "alone", won: solved && view.hints === 0 },
  ] as const;
}
