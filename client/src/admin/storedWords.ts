/** Words that the server stores in English by itself, in the reader's language. What people wrote stays as it is. */
import type { useTranslation } from "react-i18next";

type Translate = ReturnType<typeof useTranslation>["t"];

/** The English words, and the key of the words to show; what stands in their place in the pattern is kept. */
const STORED: readonly (readonly [RegExp, string])[] = [
  [/^somebody \(command line\)$/, "stored.somebody"],
  [/^(?<name>.+) \(command line\)$/, "stored.commandLine"],
  [/^to look after the hub$/, "stored.lookAfter"],
  [/^a player who left$/, "stored.deleted"],
  [/^sign-in$/, "stored.signIn"],
];

/** A text of the log or a name, translated if the server wrote it. */
export function storedWords(t: Translate, text: string): string {
  for (const [pattern, key] of STORED) {
    const found = pattern.exec(text);
    if (found) return t(key, { ns: "admin", ...found.groups });
  }
  return text;
}
