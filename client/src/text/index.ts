/** The words of the client: one catalogue for the hub, one for each game, in English and Korean, loaded when needed. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { Preferences } from "@/ui/preferences";

type Catalogue = { default: Record<string, unknown> };

const hub = import.meta.glob<Catalogue>("./*.json");
const games = import.meta.glob<Catalogue>("../games/*/text/*.json");
const HUB = "hub";

async function catalogue(language: string, namespace: string): Promise<Record<string, unknown>> {
  const load =
    namespace === HUB ? hub[`./${language}.json`] : games[`../games/${namespace}/text/${language}.json`];
  if (!load) throw new Error(`no words for ${namespace} in ${language}`);
  return (await load()).default;
}

/** Start speaking a language, or change to it; the hub's words and those of every game shown so far are there then. */
export async function speak(language: Preferences["language"]): Promise<void> {
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).init({
      lng: language,
      fallbackLng: false,
      defaultNS: HUB,
      ns: [],
      resources: { [language]: { [HUB]: await catalogue(language, HUB) } },
      interpolation: { escapeValue: false },
      returnNull: false,
    });
    return;
  }
  for (const namespace of Object.keys(i18next.getDataByLanguage(i18next.language) ?? {})) {
    await teach(namespace, language);
  }
  await i18next.changeLanguage(language);
}

/** Make a game's words known; game components are loaded together with them. */
export async function teach(namespace: string, language: string = i18next.language): Promise<void> {
  if (i18next.hasResourceBundle(language, namespace)) return;
  i18next.addResourceBundle(language, namespace, await catalogue(language, namespace));
}
