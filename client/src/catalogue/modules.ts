/** The games that this client can draw: every folder of games/ that has a game.ts. */
import type { GameModule } from "@/game-kit/module";

const found = import.meta.glob<{ default: GameModule }>("../games/*/game.ts", { eager: true });

const MODULES: ReadonlyMap<string, GameModule> = new Map(
  Object.values(found).map(({ default: module }) => [module.id, module]),
);

/** Undefined if this client cannot draw the game; it is then played in the terminal. */
export function moduleOf(game: string): GameModule | undefined {
  return MODULES.get(game);
}
