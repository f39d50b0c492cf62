/** Dots and Boxes: live, watched or replayed. */
import {
  Facts,
  type GameProps,
  KeyList,
  playerNames,
  ScoreStrip,
  SeatedGame,
  seatLetter,
  useAnnouncement,
  useHost,
  useNewEntry,
  useNotice,
  useRefusal,
} from "@/game-kit";
import type { Draw, View } from "../types";
import { Board, type Reason } from "./Board";
import { type BoardState, boardOf, drawOf, nameOf } from "./lines";
import { EdgeLabels, LineMarks, type Marks, MarksLegend } from "./Marks";
import { boxesFilled, lastText, resultText, scoresText, timeUpText, turnText } from "./words";

type Props = GameProps<View, Draw, Marks>;

/** How long the reason for a refusal stands in place of the turn; the next entry of the log ends it. */
const REFUSED_MS = 3500;

export default function DotsAndBoxes(props: Props) {
  const { moment, seats, mine, pending, refused, submit, marks, host } = props;
  const { t, language, play } = host;
  const { view, outcome } = moment;
  const board = boardOf(view);
  const names = playerNames(t, seats, mine);
  const scene = { moment, names, mine, t, language, live: host.live };
  const turn = turnText(scene);
  const said = `${lastText(scene)} ${t("said.scores", { scores: scoresText(view.scores) })} ${turn}`;
  const { notice, refuse } = useNotice<{ text: string; seq: number }>(REFUSED_MS);
  const say = (text: string) => refuse({ text, seq: moment.seq });
  const drawnBy = (owner = 0) => t("refused.already-drawn", { letter: seatLetter(owner) });
  const refuseWith = (reason: Reason) => {
    if (reason.why === "drawn") say(drawnBy(board.owners[reason.line]));
    else if (reason.why === "apart") say(t("refused.not-adjacent"));
    else if (pending.length > 0) say(t("refused.pending"));
    else if (host.room?.connected === false) say(t("room.awaited"));
    else
      say(
        mine.length > 0
          ? t("refused.wait", { name: names[view.turn ?? 0]?.fullName })
          : t("refused.watching"),
      );
  };

  useAnnouncement(outcome ? null : said);
  useNewEntry(moment, ({ entry, before, after }) => {
    if (entry.seat < 0 && host.live) host.notify(timeUpText(scene, before.turn));
    if (after.last !== before.last) play(boxesIn(after) > boxesIn(before) ? "box" : "line");
  });
  useRefusal(refused, ({ refusal }, text) =>
    say(refusal.code === "already-drawn" ? drawnBy(refusal.facts?.owner) : text),
  );

  return (
    <SeatedGame
      {...props}
      turn={turn}
      answer={notice?.seq === moment.seq ? notice : null}
      sending={t("turn.sending")}
      unit={t("unit")}
      gained={boxesFilled(view)}
      below={
        <ScoreStrip
          scores={view.scores}
          all={board.rows * board.cols}
          label={t("shares", { scores: scoresText(view.scores) })}
        />
      }
      board={
        <Board
          board={board}
          seat={view.turn}
          draw={submit && pending.length === 0 ? (line) => submit(drawOf(line)) : null}
          refuse={host.live && !outcome ? refuseWith : null}
          pending={pending.map(nameOf)}
        >
          {!host.live && <EdgeLabels rows={board.rows} cols={board.cols} />}
          {marks && <LineMarks marks={marks} />}
        </Board>
      }
      controls={marks && <MarksLegend marks={marks} />}
      aside={<Aside board={board} plays={mine.length > 0} />}
      ending={outcome && resultText(scene)}
    />
  );
}

const boxesIn = (view: View): number => view.scores.reduce((sum, score) => sum + score, 0);

/** What a desktop has room for: how far the game is, who watches, and the keys of those who play. */
function Aside({ board: { rows, cols, owners }, plays }: { board: BoardState; plays: boolean }) {
  const { t, game, room } = useHost();
  const boxes = Object.keys(owners).filter((name) => name[0] === "b").length;
  const lines = Object.keys(owners).length - boxes;
  const facts = {
    [t("aside.lines")]: t("aside.of", { some: lines, all: 2 * rows * cols + rows + cols }),
    [t("aside.boxes")]: t("aside.of", { some: boxes, all: rows * cols }),
    [t("aside.watchers")]: room?.now.watchers || undefined,
  };
  return (
    <>
      <Facts facts={facts} />
      {room && plays && <KeyList game={game} />}
    </>
  );
}
