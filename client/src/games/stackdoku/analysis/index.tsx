/** What the analyst found: whether it could be won action by action, and where that was given away. */
import type { AnalysisProps, Translate } from "@/game-kit";
import { type ListedMove, MoveList, MoveLog, Story } from "@/game-kit/analysis";
import { type Marks, sentence } from "../board/Notes";
import { fromOne } from "../board/Sudoku";
import type { Analysis, Move, View } from "../types";

export default function StackdokuAnalysis({ report, seq, seek, host }: AnalysisProps<Analysis, View>) {
  const { t } = host;
  const replay = { seq, seek };
  return (
    <div className="analysis-drawn">
      <Story sentences={story(t, report)} />
      <MoveList
        title={t("analysis.losses")}
        none={t("analysis.noLosses")}
        moves={mistakes(t, report)}
        {...replay}
      />
      <MoveLog
        title={t("analysis.actions")}
        moves={report.moves.map((move) => ({
          number: move.number,
          seq: move.entry + 1,
          text: actionText(t, move),
          after: move.after,
          note: t(`analysis.can.${move.after}`),
        }))}
        {...replay}
      />
    </div>
  );
}

function story(t: Translate, report: Analysis): string[] {
  const { turning_point: turning, undos, rescues, restarts, hints } = report;
  const loss = turning === null ? null : report.moves[turning - 1]?.loss;
  const used = Object.entries({ undos, rescues, restarts, hints }).flatMap(([name, count]) =>
    count > 0 ? [t(`analysis.used.${name}`, { count })] : [],
  );
  return [
    turning === null
      ? t(report.solved ? "analysis.neverLost" : "analysis.notLost")
      : t(loss?.certain ? "analysis.turning" : "analysis.turningPerhaps", { number: turning }),
    ...(used.length > 0 ? [used.join(", ")] : []),
  ];
}

export const mistakes = (t: Translate, report: Analysis): ListedMove[] =>
  lostBy(report).map((move) => ({
    seq: move.entry,
    title: t("analysis.number", { number: move.number }),
    cost: actionText(t, move),
    text: lossText(t, move),
  }));

/** Before an action that gave it away: that action, and one after which it could still be won. */
export function marksAt(report: Analysis, seq: number): Marks | null {
  const move = lostBy(report).find((one) => one.entry === seq);
  if (!move?.loss || (move.action.do !== "remove" && move.action.do !== "place")) return null;
  return { played: move.action, better: move.loss.instead };
}

const lostBy = (report: Analysis): Move[] => report.moves.filter((move) => move.loss !== null);

function lossText(t: Translate, { loss }: Move): string {
  if (!loss) return "";
  const why = loss.why.map((saying) => sentence(t, saying));
  const better = loss.instead && [t("analysis.better"), ...loss.instead_why.map((one) => sentence(t, one))];
  const back = loss.recovered !== null && t("analysis.recovered", { number: loss.recovered });
  return [...why, ...(better ?? []), back].filter(Boolean).join(" ");
}

function actionText(t: Translate, { action }: Move): string {
  if (action.do !== "place") return t(`analysis.did.${action.do}`);
  return t("analysis.did.place", { digit: action.digit, ...fromOne(action) });
}
