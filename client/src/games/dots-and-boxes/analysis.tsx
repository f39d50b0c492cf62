/** What the analyst found: a chart of the lead with the turning point, the story in sentences, and moves to look at. */

import { useId } from "react";
import { type AnalysisProps, type Translate, useHost } from "@/game-kit";
import { lineWords } from "./Board";
import { Course } from "./Course";
import { moments, points } from "./moves";
import { LETTERS, Patch } from "./Stitches";
import type { Analysis, Move, Shape } from "./types";
import "./analysis.css";

export default function DotsAnalysis({ report, seq, seek, seats }: AnalysisProps<Analysis>) {
  const { t } = useHost();
  const found = moments(report);
  return (
    <div className="dots-analysis">
      <Course report={report} points={points(report)} seq={seq} seek={seek} />
      <div className="dots-story">
        {story(t, report).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <Costs report={report} seats={seats} />
      <section>
        <h3>{t("analysis.moments")}</h3>
        {found.length === 0 && <p className="soft">{t("analysis.noMoments")}</p>}
        <ol className="dots-moments">
          {found.map((move) => (
            <li key={move.number}>
              <button
                type="button"
                aria-current={seq === move.entry + 1 ? "true" : undefined}
                onClick={() => seek(move.entry + 1)}
              >
                <span className="figures dots-moment-move">
                  {t("analysis.goto", { move: move.number, letter: LETTERS[move.seat] })}
                </span>
                <span>{momentWords(t, report, move)}</span>
              </button>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Costs({ report, seats }: { report: Analysis; seats: AnalysisProps<Analysis>["seats"] }) {
  const { t } = useHost();
  const id = useId();
  const level = (bot: string) => t(`level.${bot}`, { defaultValue: bot });
  const two = report.lost.length > 0;
  return (
    <table className="dots-costs">
      <thead>
        <tr>
          <th scope="col">{t("card.all")}</th>
          {two && <th scope="col">{t("analysis.lost")}</th>}
          <th scope="col">{t("analysis.needless")}</th>
        </tr>
      </thead>
      <tbody>
        {seats.map(({ name, bot }, seat) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
          <tr key={seat}>
            <th scope="row">
              <span className="dots-costs-who">
                <Patch seat={seat} id={`${id}-${seat}`} />
                <span className="unseen">{LETTERS[seat]}</span>
                {bot ? t("seat.bot", { level: level(bot) }) : name}
              </span>
            </th>
            {two && <td className="figures">{report.lost[seat]}</td>}
            <td className="figures">{report.needless[seat]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function story(t: Translate, report: Analysis): string[] {
  const { turning_point: turning, exact_from: exact, safe_end: safe, leads_from: leads } = report;
  const sentences: string[] = [];
  if (!report.complete) sentences.push(t("analysis.unfinished"));
  if (turning !== null) {
    const name = LETTERS[report.moves[turning - 1]?.seat ?? 0];
    sentences.push(t("analysis.turningText", { move: turning, name }));
  } else if (exact !== null) sentences.push(t("analysis.noTurning", { move: exact }));
  if (leads !== null) {
    const name = LETTERS[report.scores.indexOf(Math.max(...report.scores))];
    sentences.push(t("analysis.leads", { move: leads, name }));
  }
  if (safe !== null) {
    const shapes = shapeWords(t, safe.shapes);
    sentences.push(t("analysis.safeEnd", { move: safe.after, shapes, name: LETTERS[safe.to_move] }));
  }
  if (exact !== null) sentences.push(t("analysis.exact", { move: exact }));
  else if (report.seats === 2) sentences.push(t("analysis.inexact"));
  return sentences;
}

function shapeWords(t: Translate, shapes: readonly Shape[]): string {
  const told = (["chain", "loop"] as const).flatMap((kind) => {
    const sizes = shapes.filter((shape) => shape.kind === kind).map((shape) => shape.boxes);
    const listed = sizes.sort((a, b) => a - b).join(", ");
    return sizes.length > 0 ? [t(`analysis.${kind}s`, { sizes: listed })] : [];
  });
  return told.join("; ");
}

function momentWords(t: Translate, report: Analysis, move: Move): string {
  const words = [lineWords(t, move.line)];
  if (move.number === report.turning_point) words.push(t("analysis.turning"));
  const better = move.best?.[0];
  if (move.lost && better)
    words.push(t("analysis.lostMove", { boxes: move.lost, line: lineWords(t, better) }));
  else if (move.needless > 0) words.push(t("analysis.needlessMove", { boxes: move.needless }));
  if (move.by_clock) words.push(t("analysis.byClock"));
  return words.join(" · ");
}
