/** The languages of the client: each has its catalogues in text/ and in every game's text/. English stands in for what is missing. */
export const LANGUAGES = { en: "English", ko: "한국어" } as const;

export type Language = keyof typeof LANGUAGES;

export const FALLBACK: Language = "en";

/** The language a browser asks for first among those there are. */
export function preferredLanguage(tags: readonly string[]): Language {
  const known = tags.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES);
  return (known as Language | undefined) ?? FALLBACK;
}

/** Words that come in every language, as the catalogue of games has them, in this one. */
export function wordsIn(language: string, words: Partial<Record<Language, string>>): string {
  return words[language as Language] || (words[FALLBACK] ?? "");
}
