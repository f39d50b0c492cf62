/** Ten Exorcism: live, watched or replayed. */
import { useMemo, useState } from "react";
import {
  Button,
  CountUp,
  type Ending,
  GameLayout,
  type GameProps,
  type Moment,
  useHelpWarning,
  useHost,
  useNewEntry,
  useRefusal,
} from "@/game-kit";
import type { Action, Advice, Rectangle, Select, View } from "../types";
import { Board } from "./Board";
import { Chalk, type Marks, MarksLegend, RectangleMarks } from "./Chalk";
import { Census, Status } from "./Status";
import { between, cornersOf, previewed } from "./selection";

export default function TenExorcism(props: GameProps<View, Action, Marks>) {
  const { moment, pending, refused, submit, marks, host } = props;
  const { t, announce, play } = host;
  const { view, outcome } = moment;
  const { hint, ask, waiting } = useHint(view.score, submit !== null);
  const help = useHelpWarning(view.hints > 0);
  const ending = useEnding(moment);
  const newest = useNewEntry(moment, ({ entry, before, after }) => {
    if (entry.action.do !== "select") return;
    play(entry.refused ? "no" : "yes");
    // How it ended is said by the ending.
    if (outcome) return;
    const freed = { count: after.score - before.score, score: after.score };
    announce(entry.refused ? t("refused.sum-not-ten", entry.refused.facts) : t("freed", freed));
  });
  // A sum that is not ten is shown on the board.
  useRefusal(refused, ({ refusal }, text) => {
    if (refusal.code !== "sum-not-ten") host.notify(text);
  });

  const onTheWay = useMemo(
    () => pending.flatMap((action) => (action.do === "select" ? [rectangleOf(action)] : [])),
    [pending],
  );
  const board = useMemo(() => previewed(view.board, onTheWay), [view.board, onTheWay]);

  const tried = newest?.entry.action.do === "select" ? newest.entry.action : null;
  const sum = newest?.entry.refused?.facts?.sum;
  return (
    <GameLayout
      slim="with controls"
      className="ten-page"
      moment={moment}
      status={<Status moment={moment} />}
      board={
        <Board
          board={board}
          onSelect={
            submit &&
            ((from, to) => submit({ do: "select", r0: from.row, c0: from.col, r1: to.row, c1: to.col }))
          }
        >
          {marks && <RectangleMarks marks={marks} />}
          {hint && <Chalk tone={hint.tone} rectangle={hint.rectangle} />}
          {onTheWay.map((rectangle) => (
            <Chalk key={rectangle.join()} tone="pending" rectangle={rectangle} />
          ))}
          {newest && tried && (
            <Chalk
              key={newest.seq}
              tone={newest.entry.refused ? "no" : "yes"}
              rectangle={rectangleOf(tried)}
              label={newest.entry.refused ? sum : `+${newest.after.score - newest.before.score}`}
            />
          )}
        </Board>
      }
      controls={
        ask ? (
          <Button icon="hint" busy={waiting} onClick={() => help.ask(ask)}>
            {t(hint?.tone === "area" ? "hint.more" : "hint.ask")}
          </Button>
        ) : (
          marks && <MarksLegend marks={marks} />
        )
      }
      aside={<Census board={view.board} />}
      ending={ending}
    />
  );
}

function rectangleOf({ r0, c0, r1, c1 }: Select): Rectangle {
  return between({ row: r0, col: c0 }, { row: r1, col: c1 });
}

interface Hint {
  /** First where to look, then what to take. */
  tone: "area" | "hint";
  rectangle: Rectangle;
}

/** A hint in two steps, forgotten as soon as the board changes. `ask` is null where none is to be had. */
function useHint(score: number, playing: boolean) {
  const { t, announce, notify, room } = useHost();
  // The board changes with the score and only with it.
  const [given, setGiven] = useState<(Hint & { score: number; advice: Advice }) | null>(null);
  const [waiting, setWaiting] = useState(false);
  const current = playing && given?.score === score ? given : null;
  const advise = playing ? room?.advise : null;
  const ask = async () => {
    if (waiting || !advise) return;
    if (current) {
      const { rectangle, frees } = current.advice;
      setGiven({ ...current, tone: "hint", rectangle });
      return announce(t("hint.take", { ...cornersOf(rectangle), count: frees }));
    }
    setWaiting(true);
    const advice = (await advise()) as Advice | null | undefined;
    setWaiting(false);
    if (advice === null) notify(t("hint.none"));
    if (!advice) return;
    setGiven({ score, advice, tone: "area", rectangle: advice.area });
    announce(t("hint.look", cornersOf(advice.area)));
  };
  return { hint: current as Hint | null, ask: advise ? () => void ask() : null, waiting };
}

/** How it ended, and what the solver finds for this board once the player asks for it. */
function useEnding({ view, outcome }: Moment<View, Action>): Ending | null {
  const { t, announce, room } = useHost();
  const [looking, setLooking] = useState(false);
  const [best, setBest] = useState<number | null>(null);
  if (!outcome) return null;
  const count = view.score;
  const found = best === null ? "" : t(count < best ? "over.best" : "over.noBetter", { best });
  // The number itself stands above the text.
  const [text, spoken] = ["over.unit", "over.freed"].map((key) => `${t(key, { count })} ${found}`.trim());
  const ask = async () => {
    if (looking) return;
    setLooking(true);
    announce(t("over.looking"));
    const found = await room?.solve?.();
    setBest(found?.score ?? null);
    setLooking(false);
  };
  return {
    title: t(`over.${outcome.reason}`),
    ...(view.ghosts === 0 ? { text: t("over.all") } : { text: text ?? "", spoken }),
    share: t("over.freed", { count }),
    picture: <CountUp value={count} />,
    more: room?.solve && best === null && (
      <Button icon="chart" onClick={ask} aria-disabled={looking}>
        {t(looking ? "over.looking" : "over.possible")}
      </Button>
    ),
  };
}
