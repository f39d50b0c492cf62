/** Dots and Boxes: the board in the middle, a card for each player around it. */
import { useId } from "react";
import {
  Facts,
  GameLayout,
  type GameProps,
  KeyList,
  playerNames,
  StandInNote,
  seatLetter,
  TimeLeft,
  useAnnouncement,
  useHost,
  useNewEntry,
  useNotice,
  useRefusal,
  useSlow,
} from "@/game-kit";
import type { Draw, View } from "../types";
import { Board, type Refusing } from "./Board";
import { type BoardState, boardOf, drawOf, nameOf } from "./lines";
import { EdgeLabels, LineMarks, type Marks, MarksLegend } from "./Marks";
import { Card, Patterns, Surface } from "./seats";
import { lastText, resultText, scoresText, turnText } from "./words";

type Props = GameProps<View, Draw, Marks>;

/** How long the reason for a refusal stands in place of the turn; the next entry of the log ends it. */
const ANSWERED_MS = 3500;

export default function DotsAndBoxes(props: Props) {
  const { moment, seats, mine, pending, refused, submit, marks, host } = props;
  const { t, language, play } = host;
  const { view, outcome } = moment;
  const board = boardOf(view);
  const names = playerNames(t, seats, mine);
  const scene = { moment, names, mine, t, language, live: host.live };
  const turn = turnText(scene);
  const said = `${lastText(scene)} ${t("said.scores", { scores: scoresText(view.scores) })} ${turn}`;
  const slow = useSlow(pending[0] ? JSON.stringify(pending[0]) : null);
  const waits = host.table?.connected === false && (slow || !mine.includes(view.turn ?? -1));
  const due = (view.turn !== null && seats[view.turn]?.bot_due_ms) || null;
  const { notice, refuse } = useNotice<{ text: string; seq: number }>(ANSWERED_MS);
  const answered = notice?.seq === moment.seq ? notice.text : null;
  const say = (text: string) => refuse({ text, seq: moment.seq });
  const drawnBy = (owner = 0) => t("refused.already-drawn", { letter: seatLetter(owner) });
  const answer = (refusing: Refusing) => {
    if (refusing.why === "drawn") say(drawnBy(board.owners[refusing.line]));
    else if (refusing.why === "apart") say(t("refused.not-adjacent"));
    else if (pending.length > 0) say(t("refused.pending"));
    else
      say(
        mine.length > 0
          ? t("refused.wait", { name: names[view.turn ?? 0]?.fullName })
          : t("refused.watching"),
      );
  };

  useAnnouncement(outcome ? null : said);
  useNewEntry(moment, ({ before, after }) => {
    if (after.last !== before.last) play(boxesIn(after) > boxesIn(before) ? "box" : "line");
  });
  useRefusal(refused, ({ refusal }, text) =>
    say(refusal.code === "already-drawn" ? drawnBy(refusal.facts?.owner) : text),
  );

  const first = mine[0] ?? props.nearest ?? 0;
  const ranking = [...seats.keys()].sort((a, b) => (view.scores[b] ?? 0) - (view.scores[a] ?? 0));
  const card = (seat: number, place?: number) => (
    <Card key={seat} moment={moment} seats={seats} seat={seat} player={names[seat]} place={place} />
  );
  return (
    <GameLayout
      moment={moment}
      className="dots-page"
      statusAbove
      status={
        <div className="dots-turn">
          <p className="dots-turn-text">
            <span key={notice?.count} className={answered === null ? undefined : "dots-answer"}>
              {answered ??
                (view.turn !== null && due !== null ? (
                  <StandInNote moment={moment} seats={seats} seat={view.turn} due={due} />
                ) : waits && !outcome ? (
                  t("room.awaited")
                ) : slow ? (
                  t("turn.sending")
                ) : (
                  turn
                ))}
            </span>
            <TimeLeft moment={moment} />
          </p>
          <BoxShares view={view} />
        </div>
      }
      board={
        <div className={`dots-table dots-seats-${seats.length}`} data-over={outcome !== null}>
          <ul className="dots-cards" aria-label={t("card.all")}>
            {seats.map((_, seat) => card(seat, (seat - first + seats.length) % seats.length))}
          </ul>
          <Board
            board={board}
            seat={view.turn}
            draw={submit && pending.length === 0 ? (line) => submit(drawOf(line)) : null}
            refuse={host.live && !outcome ? answer : null}
            pending={pending.map(nameOf)}
          >
            {!host.live && <EdgeLabels rows={board.rows} cols={board.cols} />}
            {marks && <LineMarks marks={marks} />}
          </Board>
        </div>
      }
      controls={marks && <MarksLegend marks={marks} />}
      aside={<Aside board={board} plays={mine.length > 0} />}
      ending={
        outcome && {
          ...resultText(scene),
          picture: <ol className="dots-ranking">{ranking.map((seat) => card(seat))}</ol>,
        }
      }
    />
  );
}

const boxesIn = (view: View): number => view.scores.reduce((sum, score) => sum + score, 0);

/** The boxes so far as one strip, seat by seat; what is still free stays bare. */
function BoxShares({ view }: { view: View }) {
  const { t } = useHost();
  const id = useId();
  const side = 16;
  const width = view.boxes.flat().length * side;
  return (
    <svg
      className="dots-shares"
      viewBox={`0 0 ${width} ${side}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t("shares", { scores: scoresText(view.scores) })}
    >
      <Patterns id={id} />
      <rect width={width} height={side} rx="3" fill="var(--table)" stroke="var(--edge)" />
      {view.scores.map((score, seat) => {
        const before = view.scores.slice(0, seat).reduce((sum, one) => sum + one, 0);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
          <g key={seat} transform={`translate(${before * side})`}>
            <Surface seat={seat} patterns={id} width={score * side} height={side} />
          </g>
        );
      })}
    </svg>
  );
}

/** What a desktop has room for: how far the game is, who watches, and the keys of those who play. */
function Aside({ board: { rows, cols, owners }, plays }: { board: BoardState; plays: boolean }) {
  const { t, game, table } = useHost();
  const boxes = Object.keys(owners).filter((name) => name[0] === "b").length;
  const lines = Object.keys(owners).length - boxes;
  const facts = {
    [t("aside.lines")]: t("aside.of", { some: lines, all: 2 * rows * cols + rows + cols }),
    [t("aside.boxes")]: t("aside.of", { some: boxes, all: rows * cols }),
    [t("aside.watchers")]: table?.room.watchers || undefined,
  };
  return (
    <>
      <Facts facts={facts} />
      {table && plays && <KeyList game={game} />}
    </>
  );
}
