/** The analysis of what is replayed: asked for once, waited for, and the game's own part of it loaded when it is there. */
import { type QueryKey, useMutation, useQuery } from "@tanstack/react-query";
import { type ComponentType, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { queryClient, type Schema } from "@/api/client";
import { ASK_AGAIN_MS } from "@/api/queries";
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
    refetchInterval: ({ state }) => (state.data?.state === "working" ? ASK_AGAIN_MS : false),
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
  // What a module is given is the report of its own game.
  const mistakes = useMemo(
    () =>
      module?.mistakes(
        (key, facts) => i18n.t(key, { lng: language, ns: [game, HUB], ...facts }),
        report as never,
      ) ?? NOTHING,
    [module, report, game, language, i18n],
  );
  return {
    now: asked.data,
    offered: !source.begun && asked.data === undefined,
    begin: () => begin.mutate(),
    beginning: begin.isPending,
    error: begin.error ?? asked.error ?? loaded.error,
    Drawing: (module?.default as unknown as ComponentType<AnalysisProps<unknown>> | undefined) ?? null,
    mistakes,
    marksAt: (seq) => module?.marksAt(report as never, seq) ?? null,
  };
}
