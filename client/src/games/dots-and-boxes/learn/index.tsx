/** Five small boards to try on. Each is a script: what may be drawn, and what then lies there. */
import { useEffect, useState } from "react";
import { type Lesson, LessonScene, type SceneProps, seatLetter, useHost, useNotice } from "@/game-kit";
import { Board, type Reason } from "../board/Board";
import type { BoardState } from "../board/lines";

/** Lines and boxes have the board's names, with spaces between. */
interface Script {
  key: string;
  /** Boxes, in one row. */
  cols: number;
  /** Lines that are drawn at first: mine, and the other player's. */
  drawn: readonly [string, string];
  /** Step by step what each line leads to; `any` stands for all others. Boxes become mine; where the other player answers
   * with a line and a box, the step is to be tried again. */
  steps: readonly Record<string, { boxes?: string; answer?: string }>[];
}

const ME = 0;
const OTHER = 1;
const TRY_AGAIN_MS = 2200;

const SCRIPTS: readonly Script[] = [
  { key: "draw", cols: 2, drawn: ["", ""], steps: [{ any: {} }] },
  { key: "close", cols: 1, drawn: ["h00", "v00 v01"], steps: [{ h10: { boxes: "b00" } }] },
  { key: "double", cols: 2, drawn: ["h00 v02 h10", "h01 h11 v00"], steps: [{ v01: { boxes: "b00 b01" } }] },
  {
    key: "chain",
    cols: 3,
    drawn: ["h00 h12 h01", "v00 h10 h11 h02"],
    steps: [{ v01: { boxes: "b00" } }, { v02: { boxes: "b01" } }, { v03: { boxes: "b02" } }],
  },
  {
    key: "safe",
    cols: 2,
    drawn: ["h00", "v00"],
    steps: [{ h10: { answer: "v01 b00" }, v01: { answer: "h10 b00" }, any: {} }],
  },
];

export const lessons: readonly Lesson[] = SCRIPTS.map((script) => ({
  key: script.key,
  Scene: ({ done }) => <ScriptedBoard script={script} done={done} />,
}));

function ScriptedBoard({ script, done }: SceneProps & { script: Script }) {
  const { t, play } = useHost();
  const [board, setBoard] = useState(() => startOf(script));
  const [step, setStep] = useState(0);
  const [answered, setAnswered] = useState(false);
  const { notice, say, refuse, clear } = useNotice();
  useEffect(() => {
    if (!answered) return;
    const timer = setTimeout(() => {
      setAnswered(false);
      clear();
      setBoard(startOf(script));
    }, TRY_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [answered, script, clear]);

  const draw = (line: string) => {
    const reply = script.steps[step]?.[line] ?? script.steps[step]?.any;
    if (!reply) return play("no");
    clear();
    const mine = withOwned(board, `${line} ${reply.boxes ?? ""}`, ME);
    play(reply.boxes ? "box" : "line");
    if (reply.answer) {
      setBoard(withOwned(mine, reply.answer, OTHER));
      setAnswered(true);
      say({ text: t("tutorial.safe.gift") });
      return;
    }
    setBoard(mine);
    setStep(step + 1);
    if (step + 1 === script.steps.length) done();
  };
  const refuseWith = (reason: Reason) => {
    const owner = reason.why === "drawn" ? board.owners[reason.line] : undefined;
    const drawn = owner !== undefined && t("refused.already-drawn", { letter: seatLetter(owner) });
    refuse({ text: drawn || t("refused.not-adjacent") });
  };
  const waits = answered || step === script.steps.length;
  return (
    <LessonScene note={notice?.text} style={{ maxWidth: `${(script.cols + 1) * 5.6}rem` }}>
      <Board board={board} seat={ME} draw={waits ? null : draw} refuse={waits ? null : refuseWith} />
    </LessonScene>
  );
}

function startOf({ cols, drawn }: Script): BoardState {
  const empty = { rows: 1, cols, owners: {}, last: null };
  return { ...drawn.reduce<BoardState>(withOwned, empty), last: null };
}

/** The board with a line, the first of the names, and boxes for a seat. */
function withOwned(board: BoardState, names: string, seat: number): BoardState {
  const owned = names.split(" ").filter(Boolean);
  const owners = { ...board.owners, ...Object.fromEntries(owned.map((name) => [name, seat])) };
  return { ...board, owners, last: owned[0] ?? null };
}
