/** What the analyst found: a chart of the lead with the turning point, the story in sentences, and moves to look at. */
import { type AnalysisProps, SeatOf, seatLetter, type Translate, useHost } from "@/game-kit";
import { type ChartPoint, type ListedMove, MoveChart, MoveList, Story } from "@/game-kit/analysis";
import type { Marks } from "../board/Marks";
import { lineText, scoresText } from "../board/words";
import type { Analysis, Move, Shape } from "../types";

type Props = AnalysisProps<Analysis>;

export default function DotsAnalysis({ report, seats, seq, seek }: Props) {
  const { t } = useHost();
  const replay = { seq, seek };
  return (
    <div className="analysis-drawn">
      <GameChart report={report} {...replay} />
      <Story sentences={story(t, report)} />
      <Losses report={report} seats={seats} />
      <MoveList
        title={t("analysis.moments")}
        none={t("analysis.noMoments")}
        moves={mistakes(t, report)}
        {...replay}
      />
    </div>
  );
}

export const mistakes = (t: Translate, report: Analysis): ListedMove[] =>
  costlyMoves(report).map((move) => ({
    seq: move.entry,
    title: moveTitle(t, move),
    cost: costText(t, move),
    text: playText(t, report, move),
  }));

/** Before a move that is worth a look: that line, and the better play. */
export function marksAt(report: Analysis, seq: number): Marks | null {
  const move = costlyMoves(report).find((one) => one.entry === seq);
  return move ? { played: move.line, better: betterPlay(move) } : null;
}

/** Reports that were made without the play have the best lines alone. */
const betterPlay = (move: Move): readonly string[] => {
  if (move.better?.length) return move.better;
  return move.lost ? (move.best?.slice(0, 1) ?? []) : [];
};

const DASHES = [undefined, "1 5", "9 5", "14 4 2 4"];

/** The lead of two, or the boxes of more. */
function GameChart({ report, seq, seek }: Pick<Props, "report" | "seq" | "seek">) {
  const { t } = useHost();
  const points = chartPoints(t, report);
  const turning = report.turning_point !== null;
  const marked = report.turning_point ?? report.leads_from;
  const name = turning ? t("analysis.turning") : t("analysis.leadsMark");
  const chart = { points, seq, seek, marks: marked === null ? [] : [{ move: marked, name }] };
  if (report.seats !== 2) {
    const lines = report.scores.map((_, seat) => ({
      key: `${seat}`,
      name: seatLetter(seat),
      colour: `var(--seat-${seat})`,
      dash: DASHES[seat],
    }));
    return <MoveChart {...chart} label={t("analysis.chartMany")} lines={lines} />;
  }
  const far = Math.max(
    ...points.flatMap(({ values }) => Object.values(values).map((one) => Math.abs(one ?? 0))),
  );
  const step = Math.max(1, Math.ceil(far / 3));
  const most = 3 * step;
  const ahead = (seat: number) => t("analysis.ahead", { letter: seatLetter(seat) });
  return (
    <MoveChart
      {...chart}
      label={t("analysis.chart")}
      lines={[
        { key: "lead", name: t("analysis.lead"), colour: "var(--ink)" },
        { key: "forecast", name: t("analysis.forecast"), colour: "var(--lamp)", dash: "7 4" },
      ]}
      range={[-most, most]}
      ticks={[-3, -2, -1, 0, 1, 2, 3].map((times) => times * step)}
      tickName={(value) => String(Math.abs(value))}
      bands={[
        { from: 0, to: most, colour: "var(--seat-0)", name: ahead(0) },
        { from: -most, to: 0, colour: "var(--seat-1)", name: ahead(1) },
      ]}
    />
  );
}

const moveTitle = (t: Translate, { number, seat }: Move): string =>
  t("analysis.goto", { move: number, letter: seatLetter(seat) });

/** The moves with the boxes of each seat so far. Of two also the lead of the first, and what it ends at with best play. */
export function chartPoints(t: Translate, report: Analysis): ChartPoint[] {
  const scores = Array<number>(report.seats).fill(0);
  return report.moves.map((move) => {
    scores[move.seat] = (scores[move.seat] ?? 0) + move.boxes;
    const [first = 0, second = 0] = scores;
    const [ours, theirs] = move.forecast ?? [];
    const forecast = ours === undefined || theirs === undefined ? null : ours - theirs;
    const facts = [scoresText(scores)];
    if (report.seats === 2 && forecast !== null)
      facts.push(`${t("analysis.forecast")}: ${leadText(t, forecast)}`);
    return {
      move: move.number,
      seq: move.entry + 1,
      title: moveTitle(t, move),
      facts,
      values: report.seats === 2 ? { lead: first - second, forecast } : Object.fromEntries(scores.entries()),
    };
  });
}

const leadText = (t: Translate, lead: number): string =>
  lead === 0 ? "0" : t("analysis.aheadBy", { letter: seatLetter(lead > 0 ? 0 : 1), boxes: Math.abs(lead) });

const MOST_LISTED = 8;

/** The moves that cost most, in the order of play; the turning point is always among them. */
export function costlyMoves(report: Analysis): Move[] {
  const cost = (move: Move) =>
    move.number === report.turning_point ? Number.POSITIVE_INFINITY : (move.lost ?? move.needless);
  return report.moves
    .filter((move) => cost(move) > 0)
    .sort((a, b) => cost(b) - cost(a))
    .slice(0, MOST_LISTED)
    .sort((a, b) => a.number - b.number);
}

/** What a move cost: a margin that shrinks by two is one box less for me and one more for the other. */
function costText(t: Translate, { lost, needless }: Move): string {
  if (lost) return t("analysis.lostMove", { count: lost / 2 });
  return needless > 0 ? t("analysis.needlessMove", { count: needless }) : "";
}

function playText(t: Translate, report: Analysis, move: Move): string {
  const texts = [lineText(t, move.line)];
  const [better] = betterPlay(move);
  if (better) texts.push(t("analysis.better", { line: lineText(t, better) }));
  if (move.number === report.turning_point) texts.push(t("analysis.turning"));
  if (move.by_clock) texts.push(t("analysis.byClock"));
  return texts.join(" · ");
}

/** What can be told of a match in sentences, as far as it is known. */
export function story(t: Translate, report: Analysis): string[] {
  const { turning_point: turning, exact_from: exact, safe_end: safe, leads_from: leads } = report;
  const letter = (seat = 0) => seatLetter(seat);
  const winner = letter(report.scores.indexOf(Math.max(...report.scores)));
  const shapes = shapesText(t, safe?.shapes ?? []);
  const sentences = [
    !report.complete && t("analysis.unfinished"),
    turning !== null
      ? t("analysis.turningText", { move: turning, name: letter(report.moves[turning - 1]?.seat) })
      : report.complete && exact !== null && t("analysis.noTurning", { move: exact, name: winner }),
    leads !== null && t("analysis.leads", { move: leads, name: winner }),
    safe !== null && t("analysis.safeEnd", { move: safe.after, shapes, name: letter(safe.to_move) }),
    exact !== null ? t("analysis.exact", { move: exact }) : report.seats === 2 && t("analysis.inexact"),
  ];
  return sentences.filter((sentence) => sentence !== false);
}

function shapesText(t: Translate, shapes: readonly Shape[]): string {
  const texts = (["chain", "loop"] as const).flatMap((kind) => {
    const sizes = shapes.filter((shape) => shape.kind === kind).map((shape) => shape.boxes);
    const listed = sizes.sort((a, b) => a - b).join(", ");
    return sizes.length > 0 ? [t(`analysis.${kind}s`, { sizes: listed })] : [];
  });
  return texts.join("; ");
}

/** What each mistake of a seat cost, in boxes. They do not add up: what one loses, the other's next one gives back. */
export function lossesOf({ moves }: Analysis, seat: number): number[] {
  return moves.flatMap((move) => (move.seat === seat && move.lost ? [move.lost / 2] : []));
}

/** What each player gave away; how much of the margin is known for two alone. */
function Losses({ report, seats }: Pick<Props, "report" | "seats">) {
  const { t } = useHost();
  const { needless } = report;
  const known = report.lost.length > 0;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("card.all")}</th>
          {known && <th scope="col">{t("analysis.mistakes")}</th>}
          {known && <th scope="col">{t("analysis.costliest")}</th>}
          <th scope="col">{t("analysis.needless")}</th>
        </tr>
      </thead>
      <tbody className="figures">
        {seats.map((_, seat) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
          <tr key={seat}>
            <th scope="row">
              <SeatOf seats={seats} seat={seat} />
            </th>
            {known && <td>{lossesOf(report, seat).length}</td>}
            {known && <td>{Math.max(0, ...lossesOf(report, seat))}</td>}
            <td>{needless[seat]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
