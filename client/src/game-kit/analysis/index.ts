/** What games draw their analyses with. Apart from the kit's index, so that no game waits for a chart while it is played. */

export type { AnalysisProps, ListedMove } from "../contract/types";
export { type ChartLine, type ChartPoint, MoveChart } from "./MoveChart";
export { MoveList, MoveLog } from "./MoveList";
export { Story } from "./Story";
