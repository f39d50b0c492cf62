/** For tests of games: a host that writes down what it is asked for, and a component shown with it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import i18next from "i18next";
import type { ReactElement, ReactNode } from "react";
import { queryClient } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import { HUB, loadWords, setLanguage } from "@/text";
import { type Host, HostContext } from "./contract/host";

export interface RecordingHost extends Host {
  announced: string[];
  notified: string[];
  played: string[];
}

/** The words of the template, which is no game of the hub. */
const TEMPLATES = import.meta.glob<{ default: object }>("../../template/*/text/en.json", { eager: true });

/** Words in English, for the functions of a game that make sentences. */
export async function wordsOf(game: string): Promise<Host["t"]> {
  await setLanguage("en");
  const template = TEMPLATES[`../../template/${game}/text/en.json`];
  if (template) i18next.addResourceBundle("en", game, template.default);
  else await loadWords(game);
  return (key, facts) => i18next.t(key, { ns: [game, HUB], ...facts });
}

/** A style sheet of a game, by its path in the game's folder: tests load none, and what moves is told there. */
export function styleOf(game: string, path: string): string {
  return readFileSync(join(import.meta.dirname, "../games", game, path), "utf8");
}

export function recordingHost(game: string, more: Partial<Host> = {}): RecordingHost {
  const [announced, notified, played]: [string[], string[], string[]] = [[], [], []];
  return {
    game,
    live: true,
    language: "en",
    t: (key, facts) => i18next.t(key, { ns: [game, HUB], ...facts }),
    announce: (text) => announced.push(text),
    notify: (text) => notified.push(text),
    play: (sound) => played.push(sound),
    room: null,
    announced,
    notified,
    played,
    ...more,
  };
}

/** What hooks that ask the server are rendered in, as `wrapper`: no game is listed. */
export function WithQueries({ children }: { children: ReactNode }) {
  queryClient.setQueryData(gamesQuery.queryKey, (listed) => listed ?? []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** Show a part of a game; what is returned can show it again with other props. */
export function renderWith(host: Host, element: ReactElement): (next: ReactElement) => void {
  queryClient.setQueryData(gamesQuery.queryKey, []);
  const around = (inside: ReactElement) => (
    <QueryClientProvider client={queryClient}>
      <HostContext value={host}>{inside}</HostContext>
    </QueryClientProvider>
  );
  const { rerender } = render(around(element));
  return (next) => rerender(around(next));
}
