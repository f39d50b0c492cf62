/** What the analyst found: a chart of the game, the moves that decided it, and a race against the best line. */
import type { AnalysisProps } from "@/game-kit";
import { MoveChart, MoveList } from "@/game-kit/analysis";
import { cornersOf, ghostsOn, without } from "../board/selection";
import { Glass, type Powers } from "../pictures";
import type { Analysis, Move, Rectangle, View } from "../types";
import "../board/board.css";

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
      <section>
        <h3>{t("race.title")}</h3>
        <p className="soft">{t("race.text")}</p>
        <div className="ten-lanes">
          <Lane
            name={t("race.you")}
            start={start}
            line={moves.slice(0, made).map((move) => move.rectangle)}
          />
          <Lane name={t("race.ghost")} start={start} line={report.best_line.slice(0, made)} />
        </div>
      </section>
    </div>
  );
}

/** A board after some rectangles, small and transposed. */
function Lane({ name, start, line }: { name: string; start: Powers; line: readonly Rectangle[] }) {
  const board = line.reduce(without, start);
  const turned = (board[0] ?? []).map((_, col) => board.map((row) => row[col] ?? 0));
  const [top, left, bottom, right] = line.at(-1) ?? [];
  const last = [left, top, right, bottom] as Rectangle;
  return (
    <figure>
      <figcaption className="apart">
        <span>{name}</span>
        <strong className="score figures">{ghostsOn(start) - ghostsOn(board)}</strong>
      </figcaption>
      <Glass board={turned} chalk={line.length > 0 ? last : undefined} />
    </figure>
  );
}
