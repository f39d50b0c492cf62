/** What a player chose for this device: language, theme, sound, motion. Kept in the browser, told to the page. */
import { keyOf } from "@/base";
import { observable, useObservable } from "@/observable";
import { preferredLanguage } from "@/text/languages";

export interface Preferences {
  language: string;
  theme: "system" | "night" | "day";
  sound: boolean;
  motion: "system" | "full" | "calm";
}

const KEY = keyOf("preferences");
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

function defaults(): Preferences {
  return {
    language: preferredLanguage(navigator.languages),
    theme: "system",
    sound: false,
    motion: "system",
  };
}

/** What the browser keeps of them. */
function kept(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

const chosen = observable<Preferences>({ ...defaults(), ...kept() });

function tellThePage(): void {
  const page = document.documentElement;
  const { language, theme, motion } = chosen.get();
  page.lang = language;
  if (theme === "system") delete page.dataset.theme;
  else page.dataset.theme = theme;
  page.dataset.motion = motion === "system" ? (calm.matches ? "calm" : "full") : motion;
}

export const preferences = {
  get: chosen.get,
  subscribe: chosen.subscribe,
  set(change: Partial<Preferences>): void {
    chosen.set({ ...chosen.get(), ...kept(), ...change });
    try {
      localStorage.setItem(KEY, JSON.stringify(chosen.get()));
    } catch {
      // A browser that keeps nothing still obeys until the page is left.
    }
  },
};

/** Another tab, or the documentation, may have changed them. */
function readAgain(): void {
  chosen.set({ ...chosen.get(), ...kept() });
}

window.addEventListener("storage", (event) => event.key === KEY && readAgain());
window.addEventListener("pageshow", (event) => event.persisted && readAgain());
chosen.subscribe(tellThePage);
calm.addEventListener("change", tellThePage);
tellThePage();

export function usePreferences(): Preferences {
  return useObservable(chosen);
}

/** Whether movement is to be swapped for a change of tone. */
export function isCalm(): boolean {
  return document.documentElement.dataset.motion === "calm";
}
