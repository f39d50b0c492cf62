/** What the analyst found: the course of the game, the moves that decided it, and a race against the best line. */
import { type AnalysisProps, useHost } from "@/game-kit";
import { cellName } from "./Board";
import { Course } from "./Course";
import { Race } from "./Race";
import type { Analysis, Move, View } from "./types";
import "./styles.css";
import "./analysis.css";

export default function TenExorcismAnalysis({ report, seq, seek, viewAt }: AnalysisProps<Analysis, View>) {
  const { t } = useHost();
  const made = report.moves.filter((move) => move.entry < seq).length;
  const decisive = report.decisive.flatMap((number) => report.moves[number - 1] ?? []);
  const goTo = (move: Move) => seek(move.entry + 1);
  return (
    <div className="ten-analysis">
      <p>{t("analysis.best", { score: report.score, best: report.best, bound: report.bound })}</p>
      {report.left > 0 && <p>{t("analysis.left", { count: report.left })}</p>}
      <Course report={report} made={made} goTo={goTo} />
      <section>
        <h3>{t("analysis.decisive")}</h3>
        {decisive.length === 0 && <p className="soft">{t("analysis.none")}</p>}
        <ol className="ten-decisive">
          {decisive.map((move) => (
            <li key={move.number}>
              <button
                type="button"
                aria-current={move.entry + 1 === seq ? "true" : undefined}
                onClick={() => goTo(move)}
              >
                <span className="figures">{t("analysis.move", { number: move.number })}</span>
                <span>{t("analysis.cost", { count: move.cost, ...ends(move) })}</span>
              </button>
            </li>
          ))}
        </ol>
      </section>
      <Race report={report} made={made} start={viewAt(0)?.board ?? []} />
    </div>
  );
}

function ends({ rectangle }: Move): { from: string; to: string } {
  const [top, left, bottom, right] = rectangle;
  return { from: cellName({ row: top, col: left }), to: cellName({ row: bottom, col: right }) };
}
