/** The languages of the client: every folder of src/parlour/languages. English stands in for what is missing. */
export type Catalogue = {
  default: Record<string, unknown>;
  /** Whether English has to stand in for some of it; said by `vite/incompleteWords.ts`. */
  incomplete?: boolean;
};

export const FALLBACK = "en";

/** What the hub says, by its file: loaded when a language is chosen. */
export const hub = import.meta.glob<Catalogue>("../../../src/parlour/languages/*/hub.json");

export const fileOf = (language: string, name: string): string =>
  `../../../src/parlour/languages/${language}/${name}.json`;

/** Their codes. */
export const LANGUAGES: readonly string[] = Object.keys(hub).map((file) => file.split("/").at(-2) ?? "");

/** The language a browser asks for first among those there are. */
export function preferredLanguage(tags: readonly string[]): string {
  const primary = tags.map((tag) => tag.split("-")[0]?.toLowerCase() ?? "");
  return primary.find((code) => LANGUAGES.includes(code)) ?? FALLBACK;
}

/** What a language calls itself: "Deutsch". */
export const nameOf = (language: string): string =>
  new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;

/** The same in several languages, by their codes. */
export type Words = Readonly<Record<string, string>>;

/** Words in this language. */
export const wordsIn = (language: string, words: Words): string => words[language] || (words[FALLBACK] ?? "");
