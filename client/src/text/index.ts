/** The words of the client: one catalogue for the hub, one for each game, in every language, loaded when needed.
 *
 * Keys are strings, and `catalogues.test.ts` finds those that are in no catalogue: with the English one as i18next's type of
 * resources the compiler takes seven times as long, and what is asked of a game's words and the hub's at once is refused. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { Unloaded } from "@/unloaded";
import { type Catalogue, FALLBACK, fileOf, hub } from "./languages";

export const HUB = "hub";
const others = import.meta.glob<Catalogue>([
  "../../../src/parlour/languages/*/admin.json",
  "../../../src/parlour/languages/*/games/*.json",
]);

const shown = new Set<string>();

/** Use a language; the hub's words and those of every game shown so far are there then. */
export async function setLanguage(language: string): Promise<void> {
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).init({
      lng: language,
      fallbackLng: FALLBACK,
      defaultNS: HUB,
      ns: [],
      resources: {},
      interpolation: { escapeValue: false },
      returnNull: false,
    });
    await loadWords(HUB, language);
    return;
  }
  for (const namespace of shown) await loadWords(namespace, language);
  await i18next.changeLanguage(language);
}

/** Load the words of a game, or of the hub; the English ones too where some are not to be had in this language. */
export async function loadWords(namespace: string, language: string = i18next.language): Promise<void> {
  const load = catalogue(namespace, language);
  if (!load && language === FALLBACK) throw new Error(`no words for ${namespace}`);
  if (!load) return loadWords(namespace, FALLBACK);
  if (i18next.hasResourceBundle(language, namespace)) return;
  const { default: words, incomplete } = await load();
  // Where the English ones cannot be had now, what there is is shown all the same.
  if (incomplete) await loadWords(namespace, FALLBACK).catch(() => undefined);
  i18next.addResourceBundle(language, namespace, words);
  shown.add(namespace);
}

function catalogue(namespace: string, language: string): (() => Promise<Catalogue>) | undefined {
  const name = namespace === HUB || namespace === "admin" ? namespace : `games/${namespace}`;
  return (namespace === HUB ? hub : others)[fileOf(language, name)];
}

/** Make known where the words of a game from another package are, in the languages that it has. What they lack nobody has looked at. */
export function addWords(game: string, languages: readonly string[], address: (language: string) => string) {
  others[fileOf(FALLBACK, `games/${game}`)] = async () => ({ default: {} });
  for (const language of languages) {
    others[fileOf(language, `games/${game}`)] = async () => {
      const answer = await fetch(address(language)).catch(() => null);
      if (!answer?.ok) throw new Unloaded(`no words at ${address(language)}`);
      return { default: await answer.json(), incomplete: language !== FALLBACK };
    };
  }
}
