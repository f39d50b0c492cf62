/** The games that this client can draw: every folder of games/ that has a game.ts, and those that come with a page. */
import { useQuery } from "@tanstack/react-query";
import { gamesQuery } from "@/api/queries";
import type { ListedGame } from "@/catalogue/names";
import type { GameModule } from "@/game-kit/contract/module";
import { shippedModule } from "./shipped";

const found = import.meta.glob<{ default: GameModule }>("../games/*/game.ts", { eager: true });

const MODULES: ReadonlyMap<string, GameModule> = new Map(
  Object.values(found).map(({ default: module }) => [module.id, module]),
);

/** Null if nothing here can draw the game; it is then played in the terminal. Undefined until the list of games has come. */
export type FoundModule = GameModule | null | undefined;

/** Finds the modules of games. */
export function useModules(): (game: string) => FoundModule {
  const { data, isPending } = useQuery(gamesQuery);
  return (game) => MODULES.get(game) ?? shippedWith(data, game) ?? (isPending ? undefined : null);
}

/** The module of a game. */
export function useModule(game: string): FoundModule {
  return useModules()(game);
}

function shippedWith(games: readonly ListedGame[] | undefined, id: string): GameModule | undefined {
  const page = games?.find((game) => game.id === id)?.page;
  return page ? shippedModule(id, page) : undefined;
}
