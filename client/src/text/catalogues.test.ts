/** Every catalogue says the same things in every language; the code asks for nothing that is missing, and nothing lies unused. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GAME_FOLDERS, SRC } from "../testing";
import { FALLBACK, LANGUAGES } from "./languages";

const CATALOGUES = ["text", join("admin", "text"), ...GAME_FOLDERS.map((folder) => join(folder, "text"))];
const OTHERS = Object.keys(LANGUAGES).filter((language) => language !== FALLBACK);
const PLURAL = /_(zero|one|two|few|many|other)$/;

function words(folder: string, language: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === "string") found.set(path, value);
    else
      for (const [key, inner] of Object.entries(value as object)) walk(inner, path ? `${path}.${key}` : key);
  };
  walk(JSON.parse(readFileSync(join(SRC, folder, `${language}.json`), "utf8")), "");
  return found;
}

function keys(folder: string, language: string): string[] {
  return [...new Set([...words(folder, language).keys()].map((key) => key.replace(PLURAL, "")))].sort();
}

function factsIn(text: string): string[] {
  return (text.match(/\{\{\w+\}\}/g) ?? []).sort();
}

describe.each(OTHERS.flatMap((language) => CATALOGUES.map((folder) => [folder, language])))(
  "%s in %s",
  (folder, language) => {
    test("says the same things as in English", () => {
      expect(keys(folder, language)).toEqual(keys(folder, FALLBACK));
    });

    test("names the same facts", () => {
      const translated = words(folder, language);
      for (const [key, text] of words(folder, FALLBACK)) {
        const other = translated.get(key);
        if (other !== undefined) expect([key, factsIn(other)]).toEqual([key, factsIn(text)]);
      }
    });
  },
);

/** The source of a folder, tests left out. */
function source(folder: string): string {
  return readdirSync(join(SRC, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => readFileSync(join(SRC, folder, name), "utf8"))
    .join("\n");
}

/** Keys that are asked for by name, and the fixed parts of those that are put together. */
function wanted(text: string): { named: string[]; parts: RegExp[] } {
  const named = [...text.matchAll(/(?<!words\.)\bt\(\s*"([\w.-]+)"/g)].map((match) => match[1] ?? "");
  const parts = [...text.matchAll(/`([\w.-]*\$\{[^`]*)`/g)].map((match) => {
    const fixed = (match[1] ?? "").split(/\$\{[^}]*\}+/).map((part) => part.replace(/[^\w.-]/g, ""));
    return new RegExp(`^${fixed.map((part) => part.replace(/\./g, "\\.")).join(".+")}$`);
  });
  return { named, parts };
}

const HUB_KEYS = new Set(keys("text", FALLBACK));
const HUB_FOLDERS = [
  "api",
  "catalogue",
  "game-kit",
  "hosting",
  "hub",
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

test("the hub has no word that neither it nor a game asks for", () => {
  const text = [...HUB_FOLDERS, "games"].map(source).join("\n");
  const { parts } = wanted(text);
  const unused = [...HUB_KEYS].filter(
    (key) => !text.includes(`"${key}"`) && !parts.some((part) => part.test(key)),
  );
  expect(unused).toEqual([]);
});

describe.each([...GAME_FOLDERS, "admin"])("%s", (folder) => {
  const text = source(folder);
  const known = keys(join(folder, "text"), FALLBACK);
  const { named, parts } = wanted(text);

  test("asks for no word that neither its catalogue nor the hub's has", () => {
    expect(named.filter((key) => !known.includes(key) && !HUB_KEYS.has(key))).toEqual([]);
  });

  test("has no word that nobody asks for", () => {
    // Help, lessons, refusals and the cover's words are read by the hub. Other keys stand in the code, whole or in parts.
    const read = /^((help|tutorial|refused|cover)\.)/;
    const unused = known.filter(
      (key) => !read.test(key) && !text.includes(`"${key}"`) && !parts.some((part) => part.test(key)),
    );
    expect(unused).toEqual([]);
  });

  test("repeats no word of the hub's", () => {
    const hub = words("text", FALLBACK);
    const own = words(join(folder, "text"), FALLBACK);
    expect([...own].filter(([key, word]) => hub.get(key) === word).map(([key]) => key)).toEqual([]);
  });
});
