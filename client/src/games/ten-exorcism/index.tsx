/** Ten Exorcism: live, watched or replayed. */

import { useCallback, useMemo } from "react";
import { Button, CountUp, GameLayout, type GameProps, type Translate, useRefusal } from "@/game-kit";
import { Board } from "./Board";
import { Chalk } from "./Chalk";
import type { Cell } from "./preview";
import { Census, Status } from "./Status";
import type { Action, View } from "./types";
import { useBest } from "./useBest";
import { rectangleOf, useEcho } from "./useEcho";
import { useHint } from "./useHint";

export default function TenExorcism({ moment, pending, refused, submit, host }: GameProps<View, Action>) {
  const { t, notify } = host;
  const { view, outcome, last } = moment;
  const echo = useEcho(moment);
  const best = useBest();
  const { hint, ask } = useHint(view.score, submit !== null);
  const select = useCallback(
    (from: Cell, to: Cell) => submit?.({ do: "select", r0: from.row, c0: from.col, r1: to.row, c1: to.col }),
    [submit],
  );
  const endedMs = outcome ? (last?.at_ms ?? 0) : null;
  const now = useMemo(() => (endedMs === null ? moment.clock : () => endedMs), [endedMs, moment.clock]);

  // A sum that is not ten is shown on the board.
  useRefusal(refused, ({ refusal }, text) => refusal.code !== "sum-not-ten" && notify(text));

  const board = (
    <Board board={view.board} onSelect={submit && select}>
      {hint && <Chalk tone={hint.tone} rectangle={hint.rectangle} />}
      {pending.map(
        (action) =>
          action.do === "select" && (
            <Chalk key={JSON.stringify(action)} tone="pending" rectangle={rectangleOf(action)} />
          ),
      )}
      {echo && (
        <Chalk
          key={echo.seq}
          tone={echo.freed === null ? "no" : "yes"}
          rectangle={echo.rectangle}
          label={echo.freed === null ? echo.sum : `+${echo.freed}`}
        />
      )}
    </Board>
  );
  return (
    <GameLayout
      slim
      moment={moment}
      status={
        <Status
          score={view.score}
          ghosts={view.ghosts}
          limitMs={view.limit_ms}
          now={now}
          running={outcome === null}
        />
      }
      board={board}
      controls={
        ask && (
          <div className="ten-hint">
            <Button icon="hint" onClick={ask}>
              {t(hint?.tone === "area" ? "hint.more" : view.hints === 0 ? "hint.first" : "hint.ask")}
            </Button>
          </div>
        )
      }
      aside={<Census board={view.board} />}
      ending={
        outcome && {
          title: t(`over.${outcome.reason}`),
          text: endWords(t, view, best.score),
          share: t("over.freed", { count: view.score }),
          picture: (
            <>
              <CountUp value={view.score} />
              {best.working && <output className="soft">{t("over.looking")}</output>}
              {best.ask && (
                <Button kind="quiet" icon="hint" onClick={best.ask}>
                  {t("over.possible")}
                </Button>
              )}
            </>
          ),
        }
      }
    />
  );
}

function endWords(t: Translate, view: View, best: number | null): string {
  const count = view.score;
  if (view.ghosts === 0) return t("over.all");
  if (best === null) return t("over.freed", { count });
  return count < best ? t("over.best", { count, best }) : t("over.noBetter", { count });
}
