/** How somebody likes to play, remembered by this browser; none of it is known to the rules. */
import { Choose, useHost, useStored } from "@/game-kit";

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

export function useSettings(): [Settings, (change: Partial<Settings>) => void] {
  const [kept, change] = useStored<Partial<Settings>>("stackdoku", {});
  return [{ ...SETTINGS, ...kept }, (more) => change((now) => ({ ...now, ...more }))];
}

/** What is asked before a game: whether the tiles show their numbers. It can be changed while playing. */
export default function Preferences() {
  const { t } = useHost();
  const [{ hidden }, change] = useSettings();
  return (
    <Choose
      label={t("more.numbers")}
      value={hidden ? "hidden" : "shown"}
      values={(["shown", "hidden"] as const).map((value) => ({ value, label: t(`choice.${value}`) }))}
      onChange={(value) => change({ hidden: value === "hidden" })}
    />
  );
}
