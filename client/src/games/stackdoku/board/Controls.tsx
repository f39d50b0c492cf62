/** How somebody likes to play, and where it is said: before a game, in the row below the board, in the sheet behind it;
 * and the question before a restart.
 */
import {
  Button,
  ChooseSetting,
  type Closing,
  ConfirmSheet,
  type GameProps,
  MoreControl,
  SoloControl,
  SoloControls,
  useHost,
  useStoredSettings,
} from "@/game-kit";
import type { Action, View } from "../types";

const LIT = ["none", "fits", "same", "lines"] as const;

/** Remembered by this browser: none of it is known to the rules. */
export interface Settings {
  marks: "none" | "automatic" | "own";
  /** Numbers on the tiles are hidden. */
  hidden: boolean;
  clock: boolean;
  /** `fits`: the cells that take the token; `same`: its number; `lines`: row, column and box of the cell that is pointed at. */
  lit: (typeof LIT)[number];
  /** Empty cells that no number fits any more are marked. */
  deadCells: boolean;
}

const SETTINGS: Settings = { marks: "none", hidden: false, clock: true, lit: "same", deadCells: false };

export const useSettings = () => useStoredSettings("stackdoku", SETTINGS);

/** All that is lit on the paper while a token is in the hand: what was chosen, and what stands before it. */
export const litBy = ({ lit }: Settings) => LIT.slice(0, LIT.indexOf(lit) + 1);

/** Whether the tiles show their numbers, as a setting to be chosen. */
const HIDDEN = { name: "hidden", values: { shown: false, hidden: true } } as const;

/** What is asked before a game. It can be changed while playing. */
export default function Preferences() {
  return <ChooseSetting of={useSettings()} {...HIDDEN} />;
}

interface ControlsProps extends Pick<GameProps<View, Action>, "submit"> {
  view: View;
  settings: Settings;
  setSettings: (change: Partial<Settings>) => void;
  setOwnMarks: (marks: readonly number[]) => void;
  pencil: boolean;
  setPencil: (writing: boolean) => void;
  askHint: () => void;
  help: { endsRanking: boolean };
  setRestarting: (restarting: boolean) => void;
}

/** The row below the board. */
export function Controls(props: ControlsProps) {
  const { view, submit, pencil, settings, setSettings, setPencil } = props;
  const { marks, hidden } = settings;
  const writing = marks === "own" && submit !== null;
  const marked = marks === "none" ? "automatic" : "none";
  return (
    <SoloControls>
      {submit && (
        <SoloControl name="undo" icon="undo" dim={!view.undos} onClick={() => submit({ do: "undo" })} />
      )}
      {submit && <SoloControl name="hint" icon="hint" onClick={props.askHint} />}
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
      <MoreControl>{(closing) => <More {...props} closing={closing} />}</MoreControl>
    </SoloControls>
  );
}

/** What is wanted seldom while playing: whether it can be won, a restart, and all that can be liked otherwise. */
function More({ closing, ...props }: ControlsProps & { closing: Closing }) {
  const { t } = useHost();
  const { view, submit, settings, setSettings, setOwnMarks } = props;
  const all = [settings, setSettings] as const;
  const changeMarks = (change: Partial<Settings>) => {
    setSettings(change);
    props.setPencil(change.marks === "own");
  };
  return (
    <>
      {submit && (
        <>
          <p className="soft">{t(props.help.endsRanking ? "more.helpEndsRanking" : "more.help")}</p>
          <div className="row">
            <Button
              icon="help"
              disabled={view.winnable !== null}
              onClick={closing(() => submit({ do: "winnable" }))}
            >
              {t("control.winnable")}
            </Button>
            <Button icon="again" onClick={closing(() => props.setRestarting(true))}>
              {t("control.restart")}
            </Button>
          </div>
        </>
      )}
      <ChooseSetting of={[settings, changeMarks]} name="marks" values={["none", "automatic", "own"]} />
      {settings.marks === "own" && (
        <div className="row">
          <Button onClick={() => setOwnMarks(view.marks)}>{t("more.copyMarks")}</Button>
          <Button onClick={() => setOwnMarks(view.marks.map(() => 0))}>{t("more.clearMarks")}</Button>
        </div>
      )}
      <div className="row">
        <ChooseSetting of={all} {...HIDDEN} />
        <ChooseSetting of={all} name="clock" values={{ shown: true, hidden: false }} />
      </div>
      <ChooseSetting of={all} name="lit" values={LIT} />
      <ChooseSetting of={all} name="deadCells" values={{ unmarked: false, marked: true }} />
      <p className="soft">{t("more.deadCellsText")}</p>
    </>
  );
}

interface RestartSheetProps extends Pick<ControlsProps, "view" | "submit" | "setRestarting"> {
  restarting: boolean;
  letGo: () => void;
}

export function RestartSheet({ view, submit, restarting, setRestarting, letGo }: RestartSheetProps) {
  const { t } = useHost();
  const most = view.limits.restarts;
  const count = most - view.restarts;
  const restart = () => {
    submit?.({ do: "restart" });
    setRestarting(false);
    letGo();
  };
  return (
    <ConfirmSheet
      title={t("restart.title")}
      text={t(count ? "restart.text" : "refused.no-restart-left", { count, most })}
      yes={t("control.restart")}
      no={t("restart.keep")}
      icon="again"
      disabled={count <= 0}
      open={restarting && submit !== null}
      onYes={restart}
      onClose={() => setRestarting(false)}
    />
  );
}
