/** What the analyst found: a chart of the game, the moves that decided it, and a race against the best line. */
import type { AnalysisProps } from "@/game-kit";
import { MoveChart, MoveList } from "@/game-kit/analysis";
import { cornersOf } from "../board/selection";
import type { Analysis, Move, View } from "../types";
import { Race } from "./Race";

export default function TenExorcismAnalysis(props: AnalysisProps<Analysis, View>) {
  const { report, seq, seek, viewAt, host } = props;
  const { t } = host;
  const { score, best, bound, moves } = report;
  const start = viewAt(0)?.board ?? [];
  const made = moves.filter((move) => move.entry < seq).length;
  const names = { score: t("boards.score"), after: t("analysis.reachable") };
  const point = (move: Pick<Move, "number" | "score" | "after">, at: number) => ({
    move: move.number,
    seq: at,
    title: t("analysis.move", { number: move.number }),
    facts: [`${names.after}: ${move.after}`, `${names.score}: ${move.score}`],
    values: { after: move.after, score: move.score },
  });
  const decisive = report.decisive.flatMap((number) => moves[number - 1] ?? []);
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
        dots={decisive.map(({ number, after, cost }) => ({ move: number, value: after, name: `−${cost}` }))}
        range={[0, bound]}
        seq={seq}
        seek={seek}
      />
      <MoveList
        title={t("analysis.decisive")}
        none={t("analysis.none")}
        moves={decisive.map((move) => ({
          seq: move.entry + 1,
          title: t("analysis.move", { number: move.number }),
          text: t("analysis.cost", { count: move.cost, ...cornersOf(move.rectangle) }),
        }))}
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
