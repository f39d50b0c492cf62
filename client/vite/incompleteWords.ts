/** Says of each file of words that lacks some which the English one has: only then a browser fetches both. */
import { existsSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Plugin } from "vite";

const FALLBACK = "en";
const PLURAL = /_(zero|one|two|few|many|other)$/;

export function incompleteWords(folder: string): Plugin {
  return {
    name: "incomplete-words",
    transform(code, id) {
      const [language = "", ...name] = relative(folder, id).split(sep);
      const english = join(folder, FALLBACK, ...name);
      if (!id.endsWith(".json") || language === ".." || language === FALLBACK || !existsSync(english))
        return null;
      this.addWatchFile(english);
      const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
      if (!lacksWords(read(english), read(id), language)) return null;
      return { code: `${code}\nexport const incomplete = true;`, map: null };
    },
  };
}

/** Whether words lack some of the English ones, or a form of a plural that their language has. */
export function lacksWords(english: object, words: object, language: string): boolean {
  const there = new Set(keysOf(words));
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const wanted = keysOf(english).flatMap((key) =>
    PLURAL.test(key) ? forms.map((form) => key.replace(PLURAL, `_${form}`)) : [key],
  );
  return wanted.some((key) => !there.has(key));
}

/** The keys of all texts, however deep. */
function keysOf(words: object): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === "string" ? [key] : keysOf(value).map((inner) => `${key}.${inner}`),
  );
}
