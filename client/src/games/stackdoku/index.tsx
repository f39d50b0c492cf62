/** Stackdoku: the stack, the tray, the paper, and everything said about them. */

import { useEffect, useState } from "react";
import { Button, GameLayout, type GameProps, Sheet, useHost } from "@/game-kit";
import { Controls } from "./Controls";
import { useEnding } from "./Ending";
import { Notes } from "./Notes";
import { Paper } from "./Paper";
import { Stack } from "./Stack";
import { Status } from "./Status";
import { Tray } from "./Tray";
import type { Action, View } from "./types";
import { useGameState } from "./useGameState";
import { useKeys } from "./useKeys";
import "./stack.css";
import "./paper.css";
import "./styles.css";

export default function Stackdoku(props: GameProps<View, Action>) {
  const { t } = useHost();
  const { moment, pending, submit } = props;
  const game = useGameState(props);
  const ending = useEnding(moment);
  const { view, slip, manner } = game;
  const [restarting, setRestarting] = useState(false);
  const [closed, setClosed] = useState("");

  const note = JSON.stringify([view.actions, view.undos, view.restarts, view.hint, view.winnable]);
  const noteShown = closed !== note || view.blocked !== null;
  const hint = noteShown ? view.hint : null;
  const askHint = () => {
    setClosed("");
    if (!view.hint || view.hint.step < view.limits.hint_steps) submit?.({ do: "hint" });
  };
  const restart = () => setRestarting(true);
  useKeys({ game, submit, onHint: askHint });
  useEffect(() => {
    if (!submit) setRestarting(false);
  }, [submit]);

  const notes = noteShown && (
    <Notes view={view} submit={submit} onRestart={restart} onClose={() => setClosed(note)} />
  );
  const leaving = pending.flatMap((action) => (action.do === "remove" ? [action.a, action.b] : []));
  const coming = pending.flatMap((action) =>
    action.do === "place" && view.targets[action.digit]?.includes(9 * action.row + action.col)
      ? [{ cell: 9 * action.row + action.col, digit: action.digit }]
      : [],
  );
  const board = (
    <div className="sd-board" data-note={noteAbout(view)}>
      <Stack
        tiles={game.tiles}
        extent={view.extent}
        selected={game.selected?.id ?? null}
        matching={game.matching.map((tile) => tile.id)}
        pending={leaving}
        blamed={slip?.tiles ?? []}
        hinted={hint?.remove ? [hint.remove.a, hint.remove.b] : []}
        shaken={slip?.tile != null ? { id: slip.tile, count: slip.count } : null}
        hidden={manner.hidden}
        onTap={submit && game.tapTile}
      />
      <Tray
        slots={view.limits.tray}
        tray={view.tray}
        leaving={coming.map((place) => place.digit)}
        chosen={game.chosen}
        pencil={game.pencil}
        onChoose={submit && game.choose}
      />
      <Paper
        givens={view.givens}
        grid={view.grid}
        marks={game.marks}
        chosen={game.chosen}
        targets={game.chosen !== null && !game.pencil ? (view.targets[game.chosen] ?? []) : []}
        pending={coming}
        blamed={slip?.cells ?? []}
        shaken={slip?.cell != null ? { cell: slip.cell, count: slip.count } : null}
        hint={hint && { area: hint.area, cells: hint.cells, place: cellOf(hint.place) }}
        onTap={submit && game.tapCell}
      />
      {notes}
      {slip && (
        <p className="sd-slip" key={slip.count} data-good={slip.good} aria-hidden="true">
          {slip.text}
        </p>
      )}
    </div>
  );
  return (
    <>
      <GameLayout
        moment={moment}
        ending={ending}
        variant="inset"
        className="sd-page"
        slim
        status={
          <Status
            view={view}
            clock={moment.clock}
            stoppedMs={moment.outcome ? (moment.last?.at_ms ?? 0) : null}
            clockShown={manner.clock}
            onClock={() => game.setManner({ clock: !manner.clock })}
          />
        }
        board={board}
        controls={<Controls game={game} submit={submit} onHint={askHint} onRestart={restart} />}
      />
      <Sheet title={t("restart.title")} open={restarting} onClose={() => setRestarting(false)}>
        <p>{t("restart.text", { count: view.limits.restarts - view.restarts })}</p>
        <div className="row">
          <Button
            kind="main"
            icon="again"
            disabled={view.restarts >= view.limits.restarts}
            onClick={() => {
              submit?.({ do: "restart" });
              setRestarting(false);
              game.letGo();
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

const cellOf = (place: { row: number; col: number } | null) => place && 9 * place.row + place.col;

/** A note lies on what it is not about. */
function noteAbout(view: View): "stack" | "paper" {
  if (view.blocked) return view.blocked === "dead-end" ? "stack" : "paper";
  return view.hint?.area.length === 0 ? "stack" : "paper";
}
