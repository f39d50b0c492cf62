/** What the boards of this game are called: its modes, its difficulties. */
import { useNames } from "@/catalogue/names";
import { useHost } from "../contract/host";

export function useBoardName(): (board: string) => string {
  const { game } = useHost();
  const names = useNames();
  return (board) => names.board(game, board);
}
