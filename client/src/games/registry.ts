/** Every folder beside this file that has a game.ts is a game. */
import { type ComponentType, type FunctionComponent, lazy } from "react";
import type { GameProps } from "@/match/types";
import { teach } from "@/text";
import type { GameCard } from "./card";

type Module = { default: FunctionComponent<never> };

/** What a game draws from the analysis of a match, beside its replay. */
export interface AnalysisProps<Report> {
  report: Report;
  /** The moment of the replay that is shown. */
  seq: number;
  seek: (seq: number) => void;
  seats: readonly { name: string; bot?: string | null }[];
}

const described = import.meta.glob<{ default: GameCard }>("./*/game.ts", { eager: true });
const components = import.meta.glob<Module>("./*/index.tsx");
const analyses = import.meta.glob<Module>("./*/analysis.tsx");

export const cards: readonly GameCard[] = Object.values(described)
  .map((module) => module.default)
  .sort((a, b) => a.order - b.order);

export function cardOf(id: string): GameCard | undefined {
  return cards.find((card) => card.id === id);
}

const loaded = new Map<string, ComponentType<GameProps<unknown, unknown>>>();
const loadedAnalyses = new Map<string, ComponentType<AnalysisProps<unknown>>>();

/** The component of a game, loaded with its words; undefined if this client cannot draw it. */
export function componentOf(id: string): ComponentType<GameProps<unknown, unknown>> | undefined {
  return remembered(loaded, components, id, "index.tsx");
}

/** The drawing of a game's analysis, if it has one. */
export function analysisOf(id: string): ComponentType<AnalysisProps<unknown>> | undefined {
  return remembered(loadedAnalyses, analyses, id, "analysis.tsx");
}

// What a component is given comes from the match of its own game, so its own types hold.
function remembered<Props>(
  known: Map<string, ComponentType<Props>>,
  modules: Record<string, () => Promise<Module>>,
  id: string,
  file: string,
): ComponentType<Props> | undefined {
  const load = modules[`./${id}/${file}`];
  if (!load) return undefined;
  const made =
    known.get(id) ??
    lazy(async () => {
      const [module] = await Promise.all([load(), teach(id)]);
      return module as unknown as { default: ComponentType<Props> };
    });
  known.set(id, made as ComponentType<Props>);
  return made as ComponentType<Props>;
}
