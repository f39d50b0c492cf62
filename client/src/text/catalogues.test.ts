/** Every catalogue says the same things in both languages, and the page asks for nothing that is not in it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const SRC = join(import.meta.dirname, "..");
const GAMES = readdirSync(join(SRC, "games"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => join("games", entry.name, "text"));
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

describe.each(["text", ...GAMES])("%s", (folder) => {
  test("both languages say the same things", () => {
    expect(keys(folder, "ko")).toEqual(keys(folder, "en"));
  });

  test("both languages name the same facts", () => {
    const korean = words(folder, "ko");
    for (const [key, text] of words(folder, "en")) {
      const other = korean.get(key);
      if (other !== undefined) expect([key, factsIn(other)]).toEqual([key, factsIn(text)]);
    }
  });
});

test("the hub's pages ask for no word that is missing", () => {
  const known = new Set(keys("text", "en"));
  const folders = ["pages", "ui", "room", "hub", "replay", "standings"];
  const asked = folders.flatMap((folder) =>
    readdirSync(join(SRC, folder))
      .filter((name) => name.endsWith(".tsx"))
      .flatMap((name) => [
        ...readFileSync(join(SRC, folder, name), "utf8").matchAll(/(?<!words\.)\bt\("([\w.-]+)"/g),
      ])
      .map((match) => match[1] ?? ""),
  );
  expect(asked.filter((key) => !known.has(key))).toEqual([]);
});
