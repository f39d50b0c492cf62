/** Who may import whom. A game's folder may import itself, the kit, React and charting libraries. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { GAME_FOLDERS, SRC } from "./testing";

const sourcesIn = (folder: string) =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
const files = sourcesIn(".");
const isTest = (name: string) => /(\.test|testing)\.tsx?$/.test(name);

/** What a file imports: packages by name, our own files by path. */
function importsOf(name: string): string[] {
  const text = readFileSync(join(SRC, name), "utf8");
  const named = [...text.matchAll(/(?:\bfrom|\bimport\(|^import)\s*"([^"\n]+)"/gm)].map(
    (match) => match[1] ?? "",
  );
  return named.map((wanted) => {
    if (wanted.startsWith("@/")) return wanted.slice(2);
    return wanted.startsWith(".") ? relative(SRC, resolve(SRC, dirname(name), wanted)) : `npm:${wanted}`;
  });
}

describe("a game's folder", () => {
  const allowed = /^(game-kit|game-kit\/analysis|npm:react|npm:recharts)$/;
  const allowedInTests =
    /^(game-kit\/testing|npm:vitest|npm:@testing-library\/react|\.\.\/\.\.\/tests\/vectors\/\w+\.json)$/;

  test.each(GAME_FOLDERS)("%s imports itself, the kit, React and charts, and nothing else", (own) => {
    const foreign = sourcesIn(own).flatMap((name) =>
      importsOf(name)
        .filter((wanted) => wanted !== own && !wanted.startsWith(`${own}/`))
        .filter((wanted) => !allowed.test(wanted) && !(isTest(name) && allowedInTests.test(wanted)))
        .map((wanted) => `${name}: ${wanted}`),
    );
    expect(foreign).toEqual([]);
  });
});

/** The lines of README.md, the lowest first. */
const LAYERS = [...readFileSync(join(SRC, "README.md"), "utf8").matchAll(/^\| `([\w/-]+)` \|/gm)].map(
  (line) => line[1] ?? "",
);

/** In which line a file stands: the one that names the most of its path. */
function layerOf(path: string): number {
  const stem = path.replace(/\.\w+$/, "");
  const own = LAYERS.filter((layer) => stem === layer || stem.startsWith(`${layer}/`));
  return LAYERS.indexOf(own.sort((one, other) => other.length - one.length)[0] ?? "");
}

describe("README.md has the parts of the client in order", () => {
  const sources = files.filter((name) => !isTest(name) && !name.endsWith(".setup.ts"));

  test("every file has a line, and every line a file", () => {
    expect(sources.filter((name) => layerOf(name) < 0)).toEqual([]);
    const used = new Set([...sources, "styles/base.css"].map(layerOf));
    expect(LAYERS.filter((_, line) => !used.has(line))).toEqual([]);
  });

  test("no file imports what stands below it", () => {
    const wrong = sources.flatMap((name) =>
      importsOf(name)
        .filter((wanted) => !wanted.startsWith("npm:") && layerOf(wanted) > layerOf(name))
        .map((wanted) => `${name}: ${wanted}`),
    );
    expect(wrong).toEqual([]);
  });

  test("a folder of more than fifteen modules has rooms", () => {
    const modules = sources.map((name) => dirname(name));
    const crowded = [...new Set(modules)].filter(
      (folder) => modules.filter((one) => one === folder).length > 15,
    );
    expect(crowded).toEqual([]);
  });
});

test("no two files of the hub share a name but for their endings", () => {
  const names = files.filter((name) => !name.startsWith("games/") && !isTest(name));
  const stems = names.map((name) =>
    name
      .replace(/^.*\//, "")
      .replace(/(\.d)?\.tsx?$/, "")
      .toLowerCase(),
  );
  const twice = stems.filter((stem, index) => stems.indexOf(stem) !== index && stem !== "index");
  expect(twice).toEqual([]);
});

const sheets = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".css"),
);

test("no game asks for the width of the screen: it stands in a frame, a sheet or beside a replay, and asks that", () => {
  const asking = sheets.filter(
    (name) =>
      /^(games|game-kit)\//.test(name) &&
      /@media[^{]*\bwidth\b|\d[sld]?vw\b/.test(readFileSync(join(SRC, name), "utf8")),
  );
  expect(asking).toEqual([]);
});

test("no game restyles the layout or the bar at the end: its page chooses a variant, and its sheet sets their properties", () => {
  const restyling = GAME_FOLDERS.flatMap((folder) =>
    readdirSync(join(SRC, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".css"))
      .map((name) => join(folder, name)),
  ).filter((name) =>
    /\.(game-(space|frame|page|layout|board|status|controls|aside|touch)|over)\b/.test(
      readFileSync(join(SRC, name), "utf8"),
    ),
  );
  expect(restyling).toEqual([]);
});

describe("sheets and scripts ask for the sizes that styles/README.md lists", () => {
  const listed = [...readFileSync(join(SRC, "styles", "README.md"), "utf8").matchAll(/^\| `(.+?)` \|/gm)].map(
    (line) => line[1] ?? "",
  );
  const asking = /@(?:media|container)\b([^{;]*)\{|\bmatchMedia\("([^"]*)"/g;
  const queries = [...sheets, ...files.filter((name) => !isTest(name))].flatMap((name) =>
    [...readFileSync(join(SRC, name), "utf8").matchAll(asking)].map((match): [string, string] => [
      name,
      match[1] ?? match[2] ?? "",
    ]),
  );
  /** What is asked for: "width 900px". */
  const askedIn = (query: string) =>
    [...query.matchAll(/\(([\w-]+) (?:<|>=) ([^()]+)\)/g)].map((match) => `${match[1]} ${match[2]}`);

  test("none asks for another size", () => {
    const others = queries.flatMap(([name, query]) =>
      askedIn(query)
        .filter((size) => !listed.includes(size))
        .map((size) => `${name}: ${size}`),
    );
    expect(others).toEqual([]);
  });

  test("none asks in another way: a border has one number", () => {
    const otherwise = queries
      .filter(([, query]) =>
        /\b(m\w\w-)?(width|height|aspect-ratio)\b(?! (<|>=) (\d+px|\d+ \/ \d+)\))|\d\w* ?[<>=]/.test(query),
      )
      .map(([name, query]) => `${name}: ${query}`);
    expect(otherwise).toEqual([]);
  });

  test("each is asked for", () => {
    const asked = new Set(queries.flatMap(([, query]) => askedIn(query)));
    expect(listed.filter((size) => !asked.has(size))).toEqual([]);
  });
});

test("nothing that is empty is taken off the page: where words will be read out, a region must be there before them", () => {
  const gone = sheets.filter((name) =>
    /:empty[^{}]*\{[^}]*(display: none|visibility: hidden)/.test(readFileSync(join(SRC, name), "utf8")),
  );
  expect(gone).toEqual([]);
});

test("only Button.css colours main buttons: what stands on another ground changes the colours they are made of", () => {
  const elsewhere = sheets
    .filter((name) => name !== join("ui", "controls", "Button.css"))
    .filter((name) =>
      /\.button-main[^{]*\{[^}]*(background|[^-]color):/.test(readFileSync(join(SRC, name), "utf8")),
    );
  expect(elsewhere).toEqual([]);
});
