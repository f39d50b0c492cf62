/** How somebody likes to play, remembered by this browser: none of it is known to the rules. */
import { Button, ChooseSetting, type Closing, useHost, useStoredSettings } from "@/game-kit";
import type { Board } from "./board";

/** What is lit on the paper while a token is in the hand, each with what stands before it. */
export const LIT = ["none", "fits", "same", "lines"] as const;

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

const HIDDEN = { name: "hidden", values: { shown: false, hidden: true } } as const;

/** What is asked before a game: whether the tiles show their numbers. It can be changed while playing. */
export default function Preferences() {
  return <ChooseSetting of={useSettings()} {...HIDDEN} />;
}

/** What is wanted seldom while playing: whether it can be won, a restart, and all that can be liked otherwise. */
export function More({ board, closing }: { board: Board; closing: Closing }) {
  const { t } = useHost();
  const { view, submit, settings, setSettings, setOwnMarks } = board;
  const all = [settings, setSettings] as const;
  const changeMarks = (change: Partial<Settings>) => {
    setSettings(change);
    board.setPencil(change.marks === "own");
  };
  return (
    <>
      {submit && (
        <>
          <p className="soft">{t(board.help.endsRanking ? "more.helpEndsRanking" : "more.help")}</p>
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
