/** Every catalogue says the same things in every language; the code asks for nothing that is missing, and nothing lies unused. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { GAME_FOLDERS, SRC } from "../testing";
import { FALLBACK, LANGUAGES } from "./languages";

const FOLDER = join(SRC, "..", "..", "src", "parlour", "languages");

/** The file of a catalogue's words in a language; the template's lie in its own folder. */
type File = (language: string) => string;

const HUB: File = (language) => join(FOLDER, language, "hub.json");
const ADMIN: File = (language) => join(FOLDER, language, "admin.json");
const ofGame =
  (folder: string): File =>
  (language) =>
    folder.includes("template")
      ? join(SRC, folder, "text", `${language}.json`)
      : join(FOLDER, language, "games", `${basename(folder)}.json`);
const CATALOGUES: readonly [string, File][] = [
  ["hub", HUB],
  ["admin", ADMIN],
  ...GAME_FOLDERS.map((folder): [string, File] => [folder, ofGame(folder)]),
];
const OTHERS = LANGUAGES.filter((language) => language !== FALLBACK);
/** The folders of languages. */
const FOLDERS = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(HUB(entry.name)))
  .map((entry) => entry.name);
const PLURAL = /_(zero|one|two|few|many|other)$/;

function words(file: File, language: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === "string") found.set(path, value);
    else
      for (const [key, inner] of Object.entries(value as object)) walk(inner, path ? `${path}.${key}` : key);
  };
  walk(JSON.parse(readFileSync(file(language), "utf8")), "");
  return found;
}

function keys(file: File, language: string): string[] {
  return [...new Set([...words(file, language).keys()].map((key) => key.replace(PLURAL, "")))].sort();
}

function factsIn(text: string): string[] {
  return (text.match(/\{\{\w+\}\}/g) ?? []).sort();
}

/** What is wrong with a catalogue, beside the English one: empty if nothing is. */
function faults(english: Map<string, string>, translated: Map<string, string>, language: string): string[] {
  const bare = (all: Map<string, string>) => new Set([...all.keys()].map((key) => key.replace(PLURAL, "")));
  const [known, there] = [bare(english), bare(translated)];
  const plurals = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const other = (key: string) => english.get(key) ?? english.get(key.replace(PLURAL, "_other"));
  return [
    ...[...known].filter((key) => !there.has(key)).map((key) => `${key} is missing`),
    ...[...there].filter((key) => !known.has(key)).map((key) => `${key} is said nowhere`),
    ...[...translated].filter(([, text]) => text.trim() === "").map(([key]) => `${key} is empty`),
    ...[...known]
      .filter((key) => there.has(key) && !english.has(key) && !translated.has(key))
      .flatMap((key) => plurals.map((form) => `${key}_${form}`))
      .filter((key) => english.has(key) && !translated.has(key))
      .map((key) => `${key} is missing`),
    ...[...translated].flatMap(([key, text]) => {
      const facts = factsIn(other(key) ?? text);
      const named = factsIn(text);
      return named.join() === facts.join() ||
        (PLURAL.test(key) && facts.join() === [...named, "{{count}}"].sort().join())
        ? []
        : [`${key} names ${named.join(" ") || "no facts"}, not ${facts.join(" ") || "any"}`];
    }),
  ];
}

const TRANSLATED = OTHERS.flatMap((language) =>
  CATALOGUES.map(([name, file]) => [name, language, file] as const),
);

test.each(TRANSLATED)(
  "%s says in %s the same things as in English, with the same facts",
  (_, language, file) => {
    expect(faults(words(file, FALLBACK), words(file, language), language)).toEqual([]);
  },
);

test("the languages are the folders that there are", () => {
  expect([...LANGUAGES].sort()).toEqual(FOLDERS.sort());
});

test("what is missing, superfluous or names other facts is listed", () => {
  const english = new Map([
    ["a", "{{name}} is here"],
    ["b", "Back"],
    ["c_one", "{{count}} game"],
    ["c_other", "{{count}} games"],
  ]);
  const german = new Map([
    ["a", "{{nam}} ist da"],
    ["c_other", "{{count}} Spiele"],
    ["d", " "],
  ]);
  expect(faults(english, german, "de")).toEqual([
    "b is missing",
    "d is said nowhere",
    "d is empty",
    "c_one is missing",
    "a names {{nam}}, not {{name}}",
  ]);
});

/** The source of a folder, tests left out. */
function source(folder: string): string {
  return readdirSync(join(SRC, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => readFileSync(join(SRC, folder, name), "utf8"))
    .join("\n");
}

/** Keys that are asked for by name, and the fixed parts of those that are put together: of these at least the first word,
 * with its dot, is fixed. What begins otherwise may be anything, and no key. */
function wanted(text: string): { named: string[]; parts: RegExp[] } {
  const named = [...text.matchAll(/(?<!words\.)\bt\(\s*"([\w.-]+)"/g)].map((match) => match[1] ?? "");
  const parts = [...text.matchAll(/`([\w-]+\.[\w.-]*\$\{[^`]*)`/g)].map((match) => {
    const fixed = (match[1] ?? "").split(/\$\{[^}]*\}+/).map((part) => part.replace(/[^\w.-]/g, ""));
    return new RegExp(`^${fixed.map((part) => part.replace(/\./g, "\\.")).join("(.*)")}$`);
  });
  return { named, parts };
}

/** Which keys nobody asks for: not by name, not in parts, and not by the kit, which puts a word that stands in the game's
 * code, as `undo`, behind a word of its own, as `control.`. */
function unasked(known: readonly string[], text: string, kit = "", listed: readonly RegExp[] = []): string[] {
  // The words of a choice are the fields of its values, too.
  const fields = [...text.matchAll(/\bvalues(?:=\{|: )\{([^}]*)\}/g)]
    .map((match) => match[1] ?? "")
    .join(",");
  const said = (word: string) =>
    text.includes(`"${word}"`) || kit.includes(`"${word}"`) || new RegExp(`\\b${word}:`).test(fields);
  const parts = [...wanted(text).parts, ...listed];
  const byKit = wanted(kit).parts;
  return known.filter(
    (key) =>
      !text.includes(`"${key}"`) &&
      !parts.some((part) => part.test(key)) &&
      !byKit.some((part) => part.exec(key)?.slice(1).every(said)),
  );
}

test("a word that nobody asks for is found", () => {
  const text =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source
    't("a.b"); t(`over.${reason}`); `${seat} ${score}`; `M${x}`; <Control name="undo" />; t(["plain"][0])';
  const known = ["a.b", "plain", "over.won", "control.undo", "control.redo", "made.up", "madeUp", "M1"];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source
  const kit = "t(`control.${name}`)";
  expect(unasked(known, text, kit)).toEqual(["control.redo", "made.up", "madeUp", "M1"]);
});

const HUB_KEYS = new Set(keys(HUB, FALLBACK));
const HUB_FOLDERS = [
  "api",
  "catalogue",
  "connection",
  "game-kit",
  "home",
  "hosting",
  "hub",
  "offline",
  "pages",
  "replay",
  "room",
  "stage",
  "standings",
  "ui",
];

test("the hub asks for no word that is missing", () => {
  const { named } = wanted(HUB_FOLDERS.map(source).join("\n"));
  expect(named.filter((key) => !HUB_KEYS.has(key))).toEqual([]);
});

/** Keys of the hub whose first word is no part of the template that they are put together by. */
const LISTED = [/^handedIn\.because\./];

test("the hub has no word that neither it nor a game asks for", () => {
  const text = [...HUB_FOLDERS, "games"].map(source).join("\n");
  expect(unasked([...HUB_KEYS], text, "", LISTED)).toEqual([]);
});

describe.each([...GAME_FOLDERS, "admin"])("%s", (folder) => {
  const text = source(folder);
  const file = folder === "admin" ? ADMIN : ofGame(folder);
  const known = keys(file, FALLBACK);
  const { named } = wanted(text);

  test("asks for no word that neither its catalogue nor the hub's has", () => {
    expect(named.filter((key) => !known.includes(key) && !HUB_KEYS.has(key))).toEqual([]);
  });

  test("has no word that nobody asks for", () => {
    // Help, lessons, refusals, the marks of analyses and the cover’s words are read by the hub. Other keys stand in the code, whole or in parts.
    const read = /^((help|tutorial|refused|marks|cover)\.)/;
    const unused = unasked(known, text, source("game-kit")).filter((key) => !read.test(key));
    expect(unused).toEqual([]);
  });

  test("repeats no word of the hub's", () => {
    const hub = words(HUB, FALLBACK);
    const own = words(file, FALLBACK);
    expect([...own].filter(([key, word]) => hub.get(key) === word).map(([key]) => key)).toEqual([]);
  });
});
