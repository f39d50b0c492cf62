/** A match of Stackdoku: the stack, the tray, the Sudoku, and what is said about them. */
import { useState } from "react";
import { Button, GameLayout, type GameProps, Sheet } from "@/game-kit";
import type { Action, View } from "../types";
import { Notes } from "./Notes";
import { Controls, Status, useEnding } from "./Panel";
import { Sudoku } from "./Sudoku";
import { Stack, Tray } from "./Tiles";
import { useBoard, useKeys } from "./useBoard";
import "./pieces.css";
import "./board.css";

export default function Stackdoku(props: GameProps<View, Action>) {
  const { moment, pending, submit } = props;
  const { t } = props.host;
  const board = useBoard(props);
  const ending = useEnding(moment);
  const keyed = useKeys(board);
  const [restarting, setRestarting] = useState(false);
  const { view, notice, chosen, pencil } = board;
  const hint = board.noteShown ? view.hint : null;
  const restart = () => setRestarting(true);
  const restartsLeft = view.limits.restarts - view.restarts;
  return (
    <>
      <GameLayout
        moment={moment}
        ending={ending}
        variant="inset"
        className="sd-page"
        slim
        status={<Status board={board} moment={moment} />}
        board={
          <div className="sd-board" data-note={noteOver(view)} ref={keyed}>
            <Stack
              tiles={board.tiles}
              leaving={board.leaving}
              extent={view.extent}
              selected={board.selected?.id ?? null}
              matching={board.matching}
              pending={pending.flatMap((action) => (action.do === "remove" ? [action.a, action.b] : []))}
              hint={hint}
              notice={notice}
              hidden={board.settings.hidden}
              onTap={submit && board.tapTile}
            />
            <Tray
              slots={view.limits.tray}
              tray={view.tray}
              placing={board.placing.map((place) => place.digit)}
              chosen={chosen}
              pencil={pencil}
              onChoose={submit && board.choose}
            />
            <Sudoku
              givens={view.givens}
              grid={view.grid}
              marks={board.marks}
              chosen={chosen}
              targets={chosen !== null && !pencil ? view.targets[chosen] : []}
              placing={board.placing}
              hint={hint}
              notice={notice}
              onTap={submit && board.tapCell}
            />
            {board.noteShown && <Notes board={board} onRestart={restart} />}
            {notice && (
              <p className="sd-notice" key={notice.count} data-good={notice.good} aria-hidden="true">
                {notice.text}
              </p>
            )}
          </div>
        }
        controls={<Controls board={board} onRestart={restart} />}
      />
      <Sheet
        title={t("restart.title")}
        open={restarting && submit !== null}
        onClose={() => setRestarting(false)}
      >
        <p>{t(restartsLeft ? "restart.text" : "refused.no-restart-left", { count: restartsLeft })}</p>
        <div className="row">
          <Button
            kind="main"
            icon="again"
            disabled={restartsLeft <= 0}
            onClick={() => {
              submit?.({ do: "restart" });
              setRestarting(false);
              board.letGo();
            }}
          >
            {t("control.restart")}
          </Button>
          <Button onClick={() => setRestarting(false)}>{t("restart.keep")}</Button>
        </div>
      </Sheet>
    </>
  );
}

/** A note lies over what it is not about. */
function noteOver(view: View): "stack" | "sudoku" {
  if (view.blocked) return view.blocked === "dead-end" ? "sudoku" : "stack";
  return view.hint?.area.length === 0 ? "sudoku" : "stack";
}
