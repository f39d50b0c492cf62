/** What stands around the board: lives, undos and the clock above it, a row of controls below it. */
import { type ComponentProps, useState } from "react";
import { Button, Choose, type Moment, Sheet, span, useBoardName, useClock, useHost } from "@/game-kit";
import { LIT } from "../preferences";
import type { Action, View } from "../types";
import type { Board } from ".";
import { blockedText } from "./Notes";
import { Left } from "./Pictures";

export function Status({ board, moment }: { board: Board; moment: Moment<View, Action> }) {
  const { t } = useHost();
  const boardName = useBoardName();
  const { view, settings } = board;
  const blocked = blockedText(t, view);
  return (
    <div className="row sd-status">
      <Left kind="life" left={view.lives} of={view.limits.lives} />
      <Left kind="undo" left={view.undos} of={view.limits.undos} />
      {blocked && !board.noteShown && (
        <Button className="sd-reopen" onClick={board.openNote}>
          {blocked.title}
        </Button>
      )}
      <span className="sd-level soft">{boardName(view.difficulty)}</span>
      <Button
        kind="quiet"
        icon="clock"
        className="sd-clock"
        onClick={() => board.setSettings({ clock: !settings.clock })}
        aria-pressed={settings.clock}
        title={t("more.clock")}
      >
        <span className="unseen">{t("more.clock")}</span>
        {settings.clock ? <Elapsed moment={moment} /> : <span aria-hidden="true">–:––</span>}
      </Button>
    </div>
  );
}

function Elapsed({ moment }: { moment: Moment<View, Action> }) {
  return <span className="figures">{span(Math.floor(useClock(moment, 500) / 1000))}</span>;
}

export function Controls({ board }: { board: Board }) {
  const { t } = useHost();
  const [open, setOpen] = useState(false);
  const { view, submit, settings, setSettings, setPencil, setOwnMarks } = board;
  const { marks, hidden, clock, lit, deadCells } = settings;
  const own = marks === "own";
  const writing = own && submit !== null;
  const marked = marks === "none" ? "automatic" : "none";
  const choose = <Value extends string>(
    name: string,
    value: Value,
    values: readonly Value[],
    onChange: (value: Value) => void,
  ) => {
    const named = values.map((one) => ({ value: one, label: t(`choice.${one}`) }));
    return <Choose label={t(`more.${name}`)} value={value} values={named} onChange={onChange} />;
  };
  const closing = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  return (
    <div className="sd-controls">
      {submit && (
        <Control name="undo" icon="undo" data-dim={!view.undos} onClick={() => submit({ do: "undo" })} />
      )}
      {submit && <Control name="hint" icon="hint" onClick={board.askHint} />}
      <Control
        name={writing ? "pencil" : "marks"}
        icon="pencil"
        aria-pressed={writing ? board.pencil : marks !== "none"}
        onClick={() => (writing ? setPencil(!board.pencil) : setSettings({ marks: marked }))}
      />
      <Control
        name="hidden"
        icon={hidden ? "eye-off" : "eye"}
        aria-pressed={hidden}
        onClick={() => setSettings({ hidden: !hidden })}
      />
      <Control name="more" icon="more" onClick={() => setOpen(true)} />
      <Sheet title={t("control.more")} open={open} onClose={() => setOpen(false)}>
        {submit && (
          <>
            <p className="soft">{t(board.helpEndsRanking ? "more.helpEndsRanking" : "more.help")}</p>
            <div className="row">
              <Button
                icon="help"
                disabled={view.winnable !== null}
                onClick={closing(() => submit({ do: "winnable" }))}
              >
                {t("control.winnable")}
              </Button>
              <Button icon="again" onClick={closing(() => board.setRestarting(true))}>
                {t("control.restart")}
              </Button>
            </div>
          </>
        )}
        {choose("marks", marks, ["none", "automatic", "own"], (wanted) => {
          setSettings({ marks: wanted });
          setPencil(wanted === "own");
        })}
        {own && (
          <div className="row">
            <Button onClick={() => setOwnMarks(view.marks)}>{t("more.copyMarks")}</Button>
            <Button onClick={() => setOwnMarks(view.marks.map(() => 0))}>{t("more.clearMarks")}</Button>
          </div>
        )}
        <div className="row">
          {choose("numbers", hidden ? "hidden" : "shown", ["shown", "hidden"], (wanted) =>
            setSettings({ hidden: wanted === "hidden" }),
          )}
          {choose("clock", clock ? "shown" : "hidden", ["shown", "hidden"], (wanted) =>
            setSettings({ clock: wanted === "shown" }),
          )}
        </div>
        {choose("lit", lit, LIT, (wanted) => setSettings({ lit: wanted }))}
        {choose("deadCells", deadCells ? "marked" : "unmarked", ["unmarked", "marked"], (wanted) =>
          setSettings({ deadCells: wanted === "marked" }),
        )}
        <p className="soft">{t("more.deadCellsText")}</p>
      </Sheet>
    </div>
  );
}

function Control({ name, ...button }: ComponentProps<typeof Button> & { name: string }) {
  const { t } = useHost();
  return (
    <Button kind="quiet" className="sd-control" {...button}>
      {t(`control.${name}`)}
    </Button>
  );
}
