/** For tests that look at the sources: where they are, and which folders hold a game. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

export const SRC = import.meta.dirname;

/** The folders of games/ that have a page, and the template for a new one; as they are reached from here. */
export const GAME_FOLDERS: readonly string[] = ["games", "../template"]
  .flatMap((parent) => readdirSync(join(SRC, parent)).map((name) => join(parent, name)))
  .filter((folder) => existsSync(join(SRC, folder, "game.ts")));
