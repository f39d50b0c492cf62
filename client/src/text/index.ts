/** The words of the client: one catalogue for the hub, one for each game, in every language, loaded when needed. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { type Catalogue, FALLBACK, fileOf, hub } from "./languages";

export const HUB = "hub";
const others = import.meta.glob<Catalogue>([
  "../../../src/parlour/languages/*/admin.json",
  "../../../src/parlour/languages/*/games/*.json",
]);

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
  const shown = Object.keys(i18next.getDataByLanguage(i18next.language) ?? {});
  for (const namespace of shown) await loadWords(namespace, language);
  await i18next.changeLanguage(language);
}

/** Load the words of a game, or of the hub; in English where they are not to be had in this language. */
export async function loadWords(namespace: string, language: string = i18next.language): Promise<void> {
  const load = catalogue(namespace, language);
  const [found, used] = load ? [load, language] : [catalogue(namespace, FALLBACK), FALLBACK];
  if (i18next.hasResourceBundle(used, namespace)) return;
  if (!found) throw new Error(`no words for ${namespace}`);
  i18next.addResourceBundle(used, namespace, (await found()).default);
}

function catalogue(namespace: string, language: string): (() => Promise<Catalogue>) | undefined {
  const name = namespace === HUB || namespace === "admin" ? namespace : `games/${namespace}`;
  return (namespace === HUB ? hub : others)[fileOf(language, name)];
}

/** Make known where the words of a game from another package are, in the languages that it has. */
export function addWords(game: string, languages: readonly string[], address: (language: string) => string) {
  others[fileOf(FALLBACK, `games/${game}`)] = async () => ({ default: {} });
  for (const language of languages) {
    others[fileOf(language, `games/${game}`)] = async () => {
      const answer = await fetch(address(language));
      if (!answer.ok) throw new Error(`no words at ${answer.url}`);
      return { default: await answer.json() };
    };
  }
}
