/** Dots and Boxes: the cloth in the middle, a scorecard for each player around it. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useTable } from "@/match/table";
import type { GameProps } from "@/match/types";
import { Felt } from "@/ui/Felt";
import { GameOver } from "@/ui/GameOver";
import { announce, notify } from "@/ui/notices";
import { play } from "@/ui/sound";
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
}: GameProps<View, Draw>) {
  const { t, i18n } = useTranslation("dots-and-boxes");
  const live = useTable() !== null;
  const names = useNames(seats, mine);
  const { view } = moment;
  const scene = { moment, names, mine, t, language: i18n.language };
  const turn = turnWords(scene);
  const result = resultWords(scene);
  const said = `${lastWords(scene)} ${t("said.scores", { told: told(view.scores) })} ${turn}`;
  const acting = submit && pending.length === 0 ? view.turn : null;

  useEffect(() => {
    if (!live || moment.outcome) return;
    announce(said);
  }, [live, moment.outcome, said]);
  useSounds(view, live);
  const refusal = refused
    ? t(`refused.${refused.refusal.code}`, {
        letter: LETTERS[refused.refusal.facts?.owner ?? 0],
        defaultValue: t("refused.other"),
      })
    : "";
  const count = refused?.count ?? 0;
  useEffect(() => {
    if (count === 0) return;
    play("no");
    notify(refusal);
  }, [count, refusal]);

  const first = mine[0] ?? 0;
  return (
    <>
      <Felt
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
      />
      <GameOver
        outcome={moment.outcome}
        match={moment.match}
        title={result.title}
        text={result.text}
        shareText={`${t("title")}: ${result.title}. ${result.text}`}
      >
        <Ranking names={names} seats={seats} view={view} />
      </GameOver>
    </>
  );
}

const NOBODY = { name: "", note: "", bot: false, me: false, away: false };

const told = (scores: readonly number[]): string =>
  scores.map((score, seat) => `${LETTERS[seat]} ${score}`).join(", ");

/** A thread for each line that comes, a chord when it fills a box. */
function useSounds(view: View, live: boolean): void {
  const boxes = view.scores.reduce((sum, score) => sum + score, 0);
  const heard = useRef({ last: view.last, boxes });
  useEffect(() => {
    const before = heard.current;
    heard.current = { last: view.last, boxes };
    if (!live || view.last === before.last) return;
    play(boxes > before.boxes ? "box" : "thread");
  }, [live, view.last, boxes]);
}
