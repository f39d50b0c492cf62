/** What the analyst found: a chart of the game, the moves that decided it, and a race against the best line. */
import type { AnalysisProps, Translate } from "@/game-kit";
import { type ListedMove, MoveChart, MoveList } from "@/game-kit/analysis";
import type { Marks } from "../board/Chalk";
import { cornersOf } from "../board/selection";
import type { Analysis, Move, View } from "../types";
import { Race } from "./Race";

export default function TenExorcismAnalysis(props: AnalysisProps<Analysis, View>) {
  const { report, seq, seek, viewAt, host } = props;
  const { t } = host;
  const { score, best, bound, moves } = report;
  const start = viewAt(moves[0]?.entry ?? 0)?.board ?? [];
  const made = moves.filter((move) => move.entry < seq).length;
  const names = { score: t("boards.score"), after: t("analysis.reachable") };
  const point = (move: Pick<Move, "number" | "score" | "after">, at: number) => ({
    move: move.number,
    seq: at,
    title: t("analysis.move", { number: move.number }),
    facts: [`${names.after}: ${move.after}`, `${names.score}: ${move.score}`],
    values: { after: move.after, score: move.score },
  });
  return (
    <div className="analysis-drawn">
      <p>{t("analysis.best", { score, best, bound })}</p>
      {report.left > 0 && <p>{t("analysis.left", { count: report.left })}</p>}
      <MoveChart
        label={t("analysis.chart")}
        points={[
          point({ number: 0, score: 0, after: best }, 0),
          ...moves.map((move) => point(move, move.entry + 1)),
        ]}
        lines={[
          { key: "after", name: names.after, colour: "var(--ink-soft)", dash: "6 4" },
          { key: "score", name: names.score, colour: "var(--lamp)" },
        ]}
        dots={decisiveMoves(report).map(({ number, after, cost }) => ({
          move: number,
          value: after,
          name: `−${cost}`,
        }))}
        range={[0, bound]}
        seq={seq}
        seek={seek}
      />
      <MoveList
        title={t("analysis.decisive")}
        none={t("analysis.none")}
        moves={mistakes(t, report)}
        seq={seq}
        seek={seek}
      />
      <Race
        start={start}
        line={moves.slice(0, made).map((move) => move.rectangle)}
        best={report.best_line}
        over={made === moves.length}
      />
    </div>
  );
}

/** In the order of play. */
const decisiveMoves = ({ decisive, moves }: Analysis): Move[] =>
  moves.filter((move) => decisive.includes(move.number));

export const mistakes = (t: Translate, report: Analysis): ListedMove[] =>
  decisiveMoves(report).map(({ entry, number, cost, rectangle, better }) => {
    const played = t("analysis.taken", cornersOf(rectangle));
    const instead = better?.map((one) => t("analysis.area", cornersOf(one))).join(", ");
    return {
      seq: entry,
      title: t("analysis.move", { number }),
      cost: t("analysis.cost", { count: cost }),
      text: instead ? `${played} · ${t("analysis.better", { areas: instead })}` : played,
    };
  });

/** Before a decisive move: its rectangle, and what the best way takes instead. */
export function marksAt(report: Analysis, seq: number): Marks | null {
  const move = decisiveMoves(report).find((one) => one.entry === seq);
  return move ? { played: move.rectangle, better: move.better ?? [] } : null;
}
