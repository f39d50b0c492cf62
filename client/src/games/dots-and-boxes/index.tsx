/** Dots and Boxes: the cloth in the middle, a scorecard for each player around it. */

import { useEffect, useRef } from "react";
import { GameLayout, type GameProps, type Host, useRefusal } from "@/game-kit";
import { Aside } from "./Aside";
import { Board } from "./Board";
import { ownerOf } from "./cloth";
import { useNames } from "./names";
import { drawOf, nameOf } from "./preview";
import { Ranking } from "./Ranking";
import { Scorecard } from "./Scorecard";
import { LETTERS } from "./Stitches";
import { Turn } from "./Turn";
import type { Draw, View } from "./types";
import { lastWords, resultWords, turnWords } from "./words";
import "./styles.css";

export default function DotsAndBoxes({
  moment,
  seats,
  mine,
  pending,
  refused,
  submit,
  host,
}: GameProps<View, Draw>) {
  const { t, language, announce, play } = host;
  const names = useNames(seats, mine);
  const { view } = moment;
  const scene = { moment, names, mine, t, language };
  const turn = turnWords(scene);
  const result = resultWords(scene);
  const said = `${lastWords(scene)} ${t("said.scores", { told: told(view.scores) })} ${turn}`;
  const acting = submit && pending.length === 0 ? view.turn : null;

  useEffect(() => {
    if (moment.outcome) return;
    announce(said);
  }, [announce, moment.outcome, said]);
  useSounds(view, play);
  useRefusal(refused, ({ refusal }) => {
    play("no");
    host.notify(
      t(`refused.${refusal.code}`, {
        letter: LETTERS[refusal.facts?.owner ?? 0],
        defaultValue: t("refused.other"),
      }),
    );
  });

  const first = mine[0] ?? 0;
  return (
    <GameLayout
      moment={moment}
      statusAbove
      status={<Turn moment={moment} words={turn} />}
      board={
        <div className={`dots-table dots-seats-${seats.length}`} data-over={moment.outcome !== null}>
          <ul className="dots-cards" aria-label={t("card.all")}>
            {seats.map((seat, index) => (
              <Scorecard
                // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
                key={index}
                index={index}
                place={(index - first + seats.length) % seats.length}
                seat={seat}
                named={names[index] ?? NOBODY}
                score={view.scores[index] ?? 0}
                turn={view.turn === index}
                won={view.winners.includes(index)}
              />
            ))}
          </ul>
          <Board
            cloth={view}
            acting={acting}
            sent={view.turn}
            pending={pending.map(nameOf)}
            draw={(line) => submit?.(drawOf(line))}
            taken={(line) => {
              play("no");
              announce(t("refused.already-drawn", { letter: LETTERS[ownerOf(view, line) ?? 0] }));
            }}
          />
        </div>
      }
      aside={<Aside view={view} />}
      ending={moment.outcome && { ...result, picture: <Ranking names={names} seats={seats} view={view} /> }}
    />
  );
}

const NOBODY = { name: "", note: "", bot: false, me: false, away: false };

const told = (scores: readonly number[]): string =>
  scores.map((score, seat) => `${LETTERS[seat]} ${score}`).join(", ");

/** A thread for each line that comes, a chord when it fills a box. */
function useSounds(view: View, play: Host["play"]): void {
  const boxes = view.scores.reduce((sum, score) => sum + score, 0);
  const heard = useRef({ last: view.last, boxes });
  useEffect(() => {
    const before = heard.current;
    heard.current = { last: view.last, boxes };
    if (view.last === before.last) return;
    play(boxes > before.boxes ? "box" : "thread");
  }, [play, view.last, boxes]);
}
