/** What a player chose for this device: language, theme, sound, motion. Kept in the browser, told to the page. */

import { useSyncExternalStore } from "react";
import { keyOf } from "@/base";
import { preferredLanguage } from "@/text/languages";

export interface Preferences {
  language: string;
  theme: "system" | "night" | "day";
  sound: boolean;
  motion: "system" | "full" | "calm";
}

const KEY = keyOf("preferences");
const listeners = new Set<() => void>();
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

function defaults(): Preferences {
  return {
    language: preferredLanguage(navigator.languages),
    theme: "system",
    sound: false,
    motion: "system",
  };
}

function read(): Preferences {
  try {
    return { ...defaults(), ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return defaults();
  }
}

let current = read();

function tellThePage(): void {
  const page = document.documentElement;
  page.lang = current.language;
  if (current.theme === "system") delete page.dataset.theme;
  else page.dataset.theme = current.theme;
  page.dataset.motion = current.motion === "system" ? (calm.matches ? "calm" : "full") : current.motion;
}

export const preferences = {
  get: (): Preferences => current,
  set(change: Partial<Preferences>): void {
    current = { ...current, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(current));
    } catch {
      // A browser that keeps nothing still obeys until the page is left.
    }
    tellThePage();
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

calm.addEventListener("change", tellThePage);
tellThePage();

export function usePreferences(): Preferences {
  return useSyncExternalStore(preferences.subscribe, preferences.get);
}

/** Whether movement is to be swapped for a change of tone. */
export function isCalm(): boolean {
  return document.documentElement.dataset.motion === "calm";
}
