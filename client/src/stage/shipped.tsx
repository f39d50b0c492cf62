/** A game whose page comes with its package: the files that the catalogue lists, as the module of a game. */

import type { Schema } from "@/api/client";
import { addressOf } from "@/base";
import type { GameModule } from "@/game-kit/contract/module";
import { addWords } from "@/text";
import { PlainPicture } from "./PlainPicture";

type Page = Schema["ListedPage"];

const known = new Map<string, GameModule>();

/** The same one each time. Nothing of the package runs before the game is shown. */
export function shippedModule(id: string, page: Page): GameModule {
  const key = `${id} ${page.hash}`;
  const module = known.get(key) ?? made(id, page);
  known.set(key, module);
  return module;
}

function made(id: string, { hash, files, package: from }: Page): GameModule {
  const address = (file: string) => addressOf(`pages/${hash}/${file}`);
  /** A script of the page with the style sheet beside it; undefined where the package has none. */
  const part = (name: string) => {
    const style = files.includes(`${name}.css`) ? address(`${name}.css`) : null;
    return files.includes(`${name}.js`) ? { script: address(`${name}.js`), style } : undefined;
  };
  const picture = (name: string, width: number, height: number) => {
    const file = files.find((one) => one.startsWith(`${name}.`) && !/\.(m?js|css|json)$/i.test(one));
    if (!file) return () => <PlainPicture width={width} height={height} />;
    // Inside a drawing, so that it is sized as those of the other games are.
    return () => (
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <image href={address(file)} width={width} height={height} preserveAspectRatio="xMidYMid slice" />
      </svg>
    );
  };
  const mounting = () => import("@/game-kit/mounting/mounting");
  const [board, analysis, learn, preferences] = ["board", "analysis", "learn", "preferences"].map(part);
  const module: GameModule = {
    id,
    from,
    Thumbnail: picture("thumbnail", 96, 96),
    Wide: picture("wide", 320, 180),
    board: async () => {
      const loaded = await (await mounting()).loadBoard(board);
      module.sounds = loaded.sounds;
      return loaded;
    },
    analysis: analysis && (async () => (await mounting()).loadAnalysis(analysis)),
    learn: learn && (async () => (await mounting()).loadLessons(learn)),
    preferences: preferences && (async () => (await mounting()).loadPreferences(preferences)),
  };
  addWords(
    id,
    files.flatMap((file) => /^text\/([\w-]+)\.json$/.exec(file)?.[1] ?? []),
    (language) => address(`text/${language}.json`),
  );
  return module;
}
