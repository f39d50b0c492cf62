/** One row under the thumb, and a sheet for what is needed less often. */

import { useState } from "react";
import { Button, Choose, Icon, type IconName, Sheet, useHost } from "@/game-kit";
import type { Action } from "./types";
import type { GameState } from "./useGameState";

interface ControlsProps {
  game: GameState;
  submit: ((action: Action) => void) | null;
  onHint: () => void;
  onRestart: () => void;
}

export function Controls({ game, submit, onHint, onRestart }: ControlsProps) {
  const { t } = useHost();
  const [open, setOpen] = useState(false);
  const { view, manner, setManner } = game;
  const own = manner.marks === "own";
  return (
    <div className="sd-controls">
      {submit && (
        <Control
          icon="undo"
          label={t("control.undo")}
          onClick={() => submit({ do: "undo" })}
          dim={!view.undos}
        />
      )}
      {submit && <Control icon="hint" label={t("control.hint")} onClick={onHint} />}
      {own && submit ? (
        <Control
          icon="pencil"
          label={t("control.pencil")}
          pressed={game.pencil}
          onClick={() => game.setPencil(!game.pencil)}
        />
      ) : (
        <Control
          icon="pencil"
          label={t("control.marks")}
          pressed={manner.marks !== "none"}
          onClick={() => setManner({ marks: manner.marks === "none" ? "automatic" : "none" })}
        />
      )}
      <Control
        icon={manner.hidden ? "eye-off" : "eye"}
        label={t("control.hidden")}
        pressed={manner.hidden}
        onClick={() => setManner({ hidden: !manner.hidden })}
      />
      <Control icon="more" label={t("control.more")} onClick={() => setOpen(true)} />
      <Sheet title={t("more.title")} open={open} onClose={() => setOpen(false)}>
        <Choose
          label={t("more.marks")}
          value={manner.marks}
          values={(["none", "automatic", "own"] as const).map((value) => ({
            value,
            label: t(`marks.${value}`),
          }))}
          onChange={(marks) => {
            setManner({ marks });
            game.setPencil(marks === "own");
          }}
        />
        {own && (
          <div className="row">
            <Button onClick={() => game.setOwnMarks(view.marks)}>{t("more.copyMarks")}</Button>
            <Button onClick={() => game.setOwnMarks(view.marks.map(() => 0))}>{t("more.rubOut")}</Button>
          </div>
        )}
        <Choose
          label={t("more.tiles")}
          value={manner.hidden ? "hidden" : "visible"}
          values={(["visible", "hidden"] as const).map((value) => ({ value, label: t(`tiles.${value}`) }))}
          onChange={(value) => setManner({ hidden: value === "hidden" })}
        />
        <Choose
          label={t("more.clock")}
          value={manner.clock ? "shown" : "away"}
          values={(["shown", "away"] as const).map((value) => ({ value, label: t(`clock.${value}`) }))}
          onChange={(value) => setManner({ clock: value === "shown" })}
        />
        {submit && (
          <>
            <p className="soft">{t("more.help")}</p>
            <div className="row">
              <Button
                icon="help"
                disabled={view.winnable !== null}
                onClick={() => {
                  submit({ do: "winnable" });
                  setOpen(false);
                }}
              >
                {t("control.winnable")}
              </Button>
              <Button
                icon="again"
                onClick={() => {
                  setOpen(false);
                  onRestart();
                }}
              >
                {t("control.restart")}
              </Button>
            </div>
          </>
        )}
      </Sheet>
    </div>
  );
}

interface ControlProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  pressed?: boolean;
  dim?: boolean;
}

function Control({ icon, label, onClick, pressed, dim = false }: ControlProps) {
  return (
    <button type="button" className="sd-control" aria-pressed={pressed} data-dim={dim} onClick={onClick}>
      <Icon name={icon} size={22} />
      <span>{label}</span>
    </button>
  );
}
