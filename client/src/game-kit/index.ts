/** The kit: all that a game's folder may import of the hub.
 *
 * A folder `games/<id>/` holds
 *   game.ts       what it says before it is loaded: a `GameModule` with pictures, loaders and sounds
 *   pictures.tsx  the game as a picture, square and wide
 *   cover.tsx     the picture on the cover of a match that waits, if that is another: its default export
 *   types.ts      its view, actions, report and advice; `make types` writes it once there is a game.ts
 *   board/        the component that draws a match, the same live, watched and replayed: default export of board/index.tsx
 *   analysis/     its analysis, if it has an analyst: a `LoadedAnalysis`, the drawing as default export of
 *                 analysis/index.tsx
 *   learn/        its lessons: `lessons` of learn/index.tsx
 * What is asked for at set-up and kept by the browser, if anything is, `game.ts` loads as `preferences` from wherever it lies.
 * `client/template/nim` is a folder to copy. Its words are in `src/parlour/languages/CODE/games/<id>.json`. A game of another
 * package has the same in a folder of its own, which `mounting/mounting.tsx` loads.
 *
 * Beside the words that the code asks for by `host.t`, the hub reads
 *   help.sections    a list of {title, text}: how it is played
 *   help.keys        a list of {keys, does}: what the keys do
 *   tutorial.<key>   {title, text, done} of the lesson with that key: its name, what to do, what is said once it is done
 *   refused.<code>   why the rules refuse an action, with the refusal's facts
 *   marks.<name>     what a mark of an analysis on the board means, for its legend
 *   cover.counts     what counts, for the cover of a match that waits for its player; the summary without it
 *   cover.<key>      in place of the hub's own word with that key
 * and parts of this kit read, where a game uses them,
 *   control.<name>   the word of a `SoloControl`; `control.more` of `MoreControl`
 *   status.<name>    what `CountLeft` tells, with `left` and `of`; `status.<name>Short` the word beside it; `clock.left` what `ScoreClock` says aloud
 *   more.<name>, choice.<word>   the label and the choices of a `ChooseSetting`
 * The keys are the same in every language; none is unused, and none says what the hub's own word with that key says:
 * catalogues.test.ts keeps it. Names of games, options and boards come from the server's catalogue.
 *
 * All types of the contract are here, also those that no game has needed to name.
 *
 * Styles use the variables of styles/tokens.css, and their classes begin with the game's name: all games share one page.
 *
 * It may import itself, this kit (`@/game-kit`; `@/game-kit/analysis` in analysis/; `@/game-kit/testing` in tests), React
 * and charting libraries; never another game, nor any other part of the hub: contracts.test.ts keeps it. Everything that
 * reaches the page or the room goes through the `host`. A game is given `GameProps`: a match, what is pending and refused,
 * a way to submit, and its host.
 */

import "./input/pieces.css";
import "./match/shaken.css";

export { span } from "@/text/times";
export { Button } from "@/ui/controls/Button";
export { KeyList } from "@/ui/controls/KeyList";
export { isCalm } from "@/ui/preferences";
export { default as ConfirmSheet } from "@/ui/sheets/ConfirmSheet";
export { CellBoard } from "./cells/CellBoard";
export { type CellLayout, CellLayoutContext, cellName } from "./cells/layout";
export { useCorners } from "./cells/useCorners";
export { type Host, type RoomActions, type Translate, useHost } from "./contract/host";
export type { GameModule, Lesson, LoadedAnalysis, SceneProps } from "./contract/module";
export type { Note, Sound, Sounds } from "./contract/sounds";
export type {
  AnalysisProps,
  Entry,
  GameProps,
  Moment,
  Outcome,
  Refusal,
  Refused,
  SeatNow,
  ShownScore,
} from "./contract/types";
export { type Cell, into, nearestCell, type Step } from "./input/keys";
export { nearestAhead } from "./input/nearestAhead";
export { usePointer } from "./input/usePointer";
export { useRovingFocus } from "./input/useRovingFocus";
export { useShortcuts } from "./input/useShortcuts";
export { BoardLegend } from "./layout/BoardLegend";
export { Facts } from "./layout/Facts";
export { GameLayout } from "./layout/GameLayout";
export { CountUp, type Ending } from "./layout/GameOver";
export { LessonScene } from "./layout/LessonScene";
export { OrientationContext } from "./layout/useAvailableSpace";
export { type PlayerName, playerNames, seatLetter } from "./match/playerNames";
export { useAnnouncement } from "./match/useAnnouncement";
export { useBoardName } from "./match/useBoardName";
export { type Flash, useFlash } from "./match/useFlash";
export { useHelpWarning } from "./match/useHelpWarning";
export { useNewEntry } from "./match/useNewEntry";
export { useNotice } from "./match/useNotice";
export { useRefusal } from "./match/useRefusal";
export { numbersTo } from "./numbers";
export { NumberPaper, type PaperCell } from "./paper/NumberPaper";
export { SeatedGame } from "./seats/SeatedGame";
export { ScoreStrip, SeatLine, SeatOf, SeatPatterns, SeatSurface, seatStyle } from "./seats/seatMarks";
export { BoardNote, BoardNotice } from "./solo/BoardNote";
export { ChooseSetting } from "./solo/ChooseSetting";
export { CountLeft } from "./solo/CountLeft";
export { LevelStatus } from "./solo/LevelStatus";
export { type DrawnPath, PathPicture } from "./solo/PathPicture";
export { ScoreClock } from "./solo/ScoreClock";
export { ScoreStatus } from "./solo/ScoreStatus";
export { type Closing, MoreControl, SoloControl, SoloControls } from "./solo/SoloControls";
export { SoloResult } from "./solo/SoloResult";
export { useClosable } from "./solo/useClosable";
export { useStoredForMatch } from "./useStoredForMatch";
export { useStoredSettings } from "./useStoredSettings";
