/** How somebody likes to play, remembered by this browser: none of it is known to the rules. */
import { ChooseSetting, useStoredSettings } from "@/game-kit";

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

/** All that is lit on the paper while a token is in the hand: what was chosen, and what stands before it. */
export const litBy = ({ lit }: Settings) => LIT.slice(0, LIT.indexOf(lit) + 1);

/** Whether the tiles show their numbers, as a setting to be chosen. */
export const HIDDEN = { name: "hidden", values: { shown: false, hidden: true } } as const;

/** What is asked before a game. It can be changed while playing. */
export default function Preferences() {
  return <ChooseSetting of={useSettings()} {...HIDDEN} />;
}
