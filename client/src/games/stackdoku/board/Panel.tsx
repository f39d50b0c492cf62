/** The controls below the board: a row of them, and a sheet for the rest. */
import {
  Button,
  ChooseEither,
  ChooseWord,
  type Closing,
  MoreControl,
  SoloControl,
  SoloControls,
  settingOf,
  useHost,
} from "@/game-kit";
import { ChooseNumbers, LIT } from "../preferences";
import type { Board } from ".";

export function Controls({ board }: { board: Board }) {
  const { view, submit, pencil, settings, setSettings, setPencil } = board;
  const { marks, hidden } = settings;
  const writing = marks === "own" && submit !== null;
  const marked = marks === "none" ? "automatic" : "none";
  return (
    <SoloControls>
      {submit && (
        <SoloControl name="undo" icon="undo" dim={!view.undos} onClick={() => submit({ do: "undo" })} />
      )}
      {submit && <SoloControl name="hint" icon="hint" onClick={board.askHint} />}
      <SoloControl
        name={writing ? "pencil" : "marks"}
        icon="pencil"
        aria-pressed={writing ? pencil : marks !== "none"}
        onClick={() => (writing ? setPencil(!pencil) : setSettings({ marks: marked }))}
      />
      <SoloControl
        name="hidden"
        icon={hidden ? "eye-off" : "eye"}
        aria-pressed={hidden}
        onClick={() => setSettings({ hidden: !hidden })}
      />
      <MoreControl>{(closing) => <More board={board} closing={closing} />}</MoreControl>
    </SoloControls>
  );
}

function More({ board, closing }: { board: Board; closing: Closing }) {
  const { t } = useHost();
  const { view, submit, settings, setSettings, setOwnMarks } = board;
  const { marks } = settings;
  const both = [settings, setSettings] as const;
  return (
    <>
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
      <ChooseWord
        name="marks"
        value={marks}
        values={["none", "automatic", "own"]}
        onChange={(wanted) => {
          setSettings({ marks: wanted });
          board.setPencil(wanted === "own");
        }}
      />
      {marks === "own" && (
        <div className="row">
          <Button onClick={() => setOwnMarks(view.marks)}>{t("more.copyMarks")}</Button>
          <Button onClick={() => setOwnMarks(view.marks.map(() => 0))}>{t("more.clearMarks")}</Button>
        </div>
      )}
      <div className="row">
        <ChooseNumbers settings={both} />
        <ChooseEither name="clock" words={["shown", "hidden"]} yes="shown" {...settingOf(both, "clock")} />
      </div>
      <ChooseWord name="lit" values={LIT} {...settingOf(both, "lit")} />
      <ChooseEither
        name="deadCells"
        words={["unmarked", "marked"]}
        yes="marked"
        {...settingOf(both, "deadCells")}
      />
      <p className="soft">{t("more.deadCellsText")}</p>
    </>
  );
}
