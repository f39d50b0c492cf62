/** Five small cloths to try on. Each is a script: what may be drawn, and what then lies there. */

import { useEffect, useState } from "react";
import { type Lesson, useHost } from "@/game-kit";
import { Board } from "./Board";
import type { Cloth } from "./cloth";
import "./styles.css";

interface Follows {
  /** Boxes that are mine then, as row and column. */
  boxes?: readonly string[];
  /** The line and the box with which the other player answers; the step is to be tried again. */
  gift?: readonly [string, string];
}

interface Script {
  key: string;
  cols: number;
  /** Threads that lie there at first, by seat. */
  threads: readonly [string, string];
  /** What each line leads to, step by step; `any` stands for all others. */
  steps: readonly Record<string, Follows>[];
}

interface Lying {
  threads: Readonly<Record<string, number>>;
  boxes: Readonly<Record<string, number>>;
  last: string | null;
}

const ME = 0;
const OTHER = 1;
const TRY_AGAIN_MS = 2200;

const SCRIPTS: readonly Script[] = [
  { key: "draw", cols: 2, threads: ["", ""], steps: [{ any: {} }] },
  { key: "close", cols: 1, threads: ["h00", "v00 v01"], steps: [{ h10: { boxes: ["00"] } }] },
  {
    key: "double",
    cols: 2,
    threads: ["h00 v02 h10", "h01 h11 v00"],
    steps: [{ v01: { boxes: ["00", "01"] } }],
  },
  {
    key: "chain",
    cols: 3,
    threads: ["h00 h12 h01", "v00 h10 h11 h02"],
    steps: [{ v01: { boxes: ["00"] } }, { v02: { boxes: ["01"] } }, { v03: { boxes: ["02"] } }],
  },
  {
    key: "safe",
    cols: 2,
    threads: ["h00", "v00"],
    steps: [{ h10: { gift: ["v01", "00"] }, v01: { gift: ["h10", "00"] }, any: {} }],
  },
];

export const lessons: readonly Lesson[] = SCRIPTS.map((script) => ({
  key: script.key,
  Scene: ({ done }) => <Scripted script={script} done={done} />,
}));

function Scripted({ script, done }: { script: Script; done: () => void }) {
  const { t, play, announce } = useHost();
  const [lying, setLying] = useState(() => startOf(script));
  const [step, setStep] = useState(0);
  const [given, setGiven] = useState(false);
  useEffect(() => {
    if (!given) return;
    const timer = setTimeout(() => {
      setGiven(false);
      setLying(startOf(script));
    }, TRY_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [given, script]);

  const draw = (line: string) => {
    const follows = script.steps[step]?.[line] ?? script.steps[step]?.any;
    if (!follows) return play("no");
    const mine = laid(lying, line, follows.boxes ?? [], ME);
    play(follows.boxes ? "box" : "thread");
    if (follows.gift) {
      setLying(laid(mine, follows.gift[0], [follows.gift[1]], OTHER));
      setGiven(true);
      announce(t("tutorial.safe.gift"));
      return;
    }
    setLying(mine);
    setStep(step + 1);
    if (step + 1 === script.steps.length) done();
  };
  const over = step === script.steps.length;
  return (
    <div className="dots-lesson" style={{ maxWidth: `${(script.cols + 1) * 5.6}rem` }}>
      <Board
        cloth={clothOf(lying, script.cols)}
        acting={over || given ? null : ME}
        draw={draw}
        taken={() => play("no")}
      />
      <p className="dots-lesson-note">{given ? t("tutorial.safe.gift") : " "}</p>
    </div>
  );
}

function startOf(script: Script): Lying {
  const threads = script.threads.flatMap((names, seat) =>
    names
      .split(" ")
      .filter(Boolean)
      .map((name): [string, number] => [name, seat]),
  );
  return { threads: Object.fromEntries(threads), boxes: {}, last: null };
}

function laid(lying: Lying, line: string, boxes: readonly string[], seat: number): Lying {
  const owned = boxes.map((box): [string, number] => [box, seat]);
  return {
    threads: { ...lying.threads, [line]: seat },
    boxes: { ...lying.boxes, ...Object.fromEntries(owned) },
    last: line,
  };
}

/** One row of boxes. */
function clothOf({ threads, boxes, last }: Lying, cols: number): Cloth {
  const across = (count: number, name: (col: number) => string, owners: Lying["threads"]) =>
    Array.from({ length: count }, (_, col) => owners[name(col)] ?? null);
  return {
    h: [0, 1].map((row) => across(cols, (col) => `h${row}${col}`, threads)),
    v: [across(cols + 1, (col) => `v0${col}`, threads)],
    boxes: [across(cols, (col) => `0${col}`, boxes)],
    last,
  };
}
