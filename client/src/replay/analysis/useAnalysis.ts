/** The analysis of what is replayed: asked for once, waited for, and the game's own part of it loaded when it is there. */
import { type QueryKey, useMutation, useQuery } from "@tanstack/react-query";
import { type ComponentType, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { queryClient, type Schema } from "@/api/client";
import { isProblem } from "@/api/problem";
import { ASK_AGAIN_MS } from "@/api/queries";
import type { Translate } from "@/game-kit/contract/host";
import type { LoadedAnalysis } from "@/game-kit/contract/module";
import type { AnalysisProps, ListedMove } from "@/game-kit/contract/types";
import { useModule } from "@/stage/modules";
import { HUB, loadWords } from "@/text";

/** How an analysis is begun and asked after. */
export interface AnalysisSource {
  key: QueryKey;
  begin: () => Promise<Schema["AnalysisNow"]>;
  now: () => Promise<Schema["AnalysisNow"]>;
  /** Whether somebody has asked for it before. */
  begun: boolean;
}

export interface Analysis {
  now: Schema["AnalysisNow"] | undefined;
  /** Whether nobody has asked for it yet. */
  offered: boolean;
  begin: () => void;
  beginning: boolean;
  error: Error | null;
  /** Does again what has failed: begins the analysis, asks how far it is, or loads what the game draws of it. */
  retry: () => void;
  /** What the game draws of it; null until report and game are there. */
  Drawing: ComponentType<AnalysisProps<unknown>> | null;
  mistakes: readonly ListedMove[];
  marksAt: (seq: number) => unknown;
}

const NOTHING: readonly ListedMove[] = [];

export function useAnalysis(game: string, source: AnalysisSource): Analysis {
  const { i18n } = useTranslation(HUB);
  const { language } = i18n;
  const load = useModule(game)?.analysis;
  const asked = useQuery({
    queryKey: source.key,
    queryFn: source.now,
    enabled: ({ state }) => source.begun || state.data !== undefined,
    // Asking after a session file sends the whole file: what is there is not asked for again.
    staleTime: ({ state }) => (state.data?.state === "ready" ? Number.POSITIVE_INFINITY : 0),
    // One that has failed keeps what was said of it before: it is asked for again by whoever wants to.
    refetchInterval: ({ state }) =>
      state.status !== "error" && state.data?.state === "working" ? ASK_AGAIN_MS : false,
    refetchOnWindowFocus: ({ state }) => state.status !== "error",
  });
  const begin = useMutation({
    mutationFn: source.begin,
    onSuccess: (now) => queryClient.setQueryData(source.key, now),
    meta: { failureShown: true },
  });
  const report = asked.data?.state === "ready" ? asked.data.report : undefined;
  const loaded = useQuery({
    queryKey: ["analysis-of-game", game],
    queryFn: async () => {
      const [module] = await Promise.all([load?.(), loadWords(game)]);
      return (module ?? null) as LoadedAnalysis | null;
    },
    enabled: report !== undefined && load !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const module = report === undefined ? null : (loaded.data ?? null);
  const mistakes = useMemo(() => {
    const t: Translate = (key, facts) => i18n.t(key, { lng: language, ns: [game, HUB], ...facts });
    return mistakesIn(module, t, report);
  }, [module, report, game, language, i18n]);
  const start = () => begin.mutate();
  return {
    now: asked.data,
    offered: !source.begun && asked.data === undefined,
    begin: start,
    beginning: begin.isPending,
    error: begin.error ?? asked.error ?? loaded.error,
    retry: () => {
      if (begin.error || (asked.error && !isProblem(asked.error, "unreachable"))) start();
      else void (asked.error ? asked : loaded).refetch();
    },
    Drawing: (module?.default as unknown as ComponentType<AnalysisProps<unknown>> | undefined) ?? null,
    mistakes,
    marksAt: (seq) => marksIn(module, report, seq),
  };
}

/** The moves to look at; none where a script of another package fails to name them, so that the replay goes on. */
function mistakesIn(module: LoadedAnalysis | null, t: Translate, report: unknown): readonly ListedMove[] {
  try {
    // What a module is given is the report of its own game.
    const found = module?.mistakes(t, report as never) ?? NOTHING;
    if (found.every((move) => Number.isInteger(move.seq))) return found;
    throw new TypeError("mistakes must return a list of moves, each with its seq");
  } catch (error) {
    console.error(error);
    return NOTHING;
  }
}

/** What the board draws at a moment; nothing where a script of another package fails to say it. */
function marksIn(module: LoadedAnalysis | null, report: unknown, seq: number): unknown {
  try {
    return module?.marksAt(report as never, seq) ?? null;
  } catch (error) {
    console.error(error);
    return null;
  }
}
