/** Ten Exorcism: live, watched or replayed. */
import { useCallback, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { GameProps } from "@/match/types";
import { Button } from "@/ui/Button";
import { Felt } from "@/ui/Felt";
import { CountUp, GameOver } from "@/ui/GameOver";
import { notify } from "@/ui/notices";
import { Board } from "./Board";
import { Chalk } from "./Chalk";
import type { Cell } from "./preview";
import { Census, Status } from "./Status";
import type { Action, View } from "./types";
import { useBest } from "./useBest";
import { rectangleOf, useEcho } from "./useEcho";
import { useHint } from "./useHint";

export default function TenExorcism({ moment, mine, pending, refused, submit }: GameProps<View, Action>) {
  const { t } = useTranslation("ten-exorcism");
  const { view, outcome, last } = moment;
  const echo = useEcho(moment);
  const best = useBest(moment.match, outcome !== null && mine.length > 0);
  const { hint, ask } = useHint(view.score, submit !== null);
  const select = useCallback(
    (from: Cell, to: Cell) => submit?.({ do: "select", r0: from.row, c0: from.col, r1: to.row, c1: to.col }),
    [submit],
  );
  const endedMs = outcome ? (last?.at_ms ?? 0) : null;
  const now = useMemo(() => (endedMs === null ? moment.clock : () => endedMs), [endedMs, moment.clock]);

  useEffect(() => {
    // A sum that is not ten is shown on the board.
    const code = refused?.refusal.code;
    if (code && code !== "sum-not-ten") notify(t(`refused.${code}`, { defaultValue: t("refused.other") }));
  }, [refused, t]);

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
    <>
      <Felt
        slim
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
      />
      <GameOver
        outcome={outcome}
        match={moment.match}
        title={t(`over.${outcome?.reason ?? "no-rectangle-left"}`)}
        text={endWords(t, view, best.score)}
        shareText={t("over.share", { count: view.score })}
      >
        <CountUp value={view.score} />
        {best.working && <output className="soft">{t("over.looking")}</output>}
        {best.ask && (
          <Button kind="quiet" icon="hint" onClick={best.ask}>
            {t("over.possible")}
          </Button>
        )}
      </GameOver>
    </>
  );
}

type Translate = ReturnType<typeof useTranslation>["t"];

function endWords(t: Translate, view: View, best: number | null): string {
  const count = view.score;
  if (view.ghosts === 0) return t("over.all");
  if (best === null) return t("over.freed", { count });
  return count < best ? t("over.best", { count, best }) : t("over.noBetter", { count });
}
