/** The analysis of a match: asked for once, waited for, then drawn by the game itself. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { queryClient, type Schema } from "@/api/client";
import { analysisQuery, beginAnalysis } from "@/api/queries";
import { moduleOf } from "@/catalogue/modules";
import { HostContext } from "@/game-kit/host";
import type { AnalysisProps } from "@/game-kit/types";
import { useNewHost } from "@/stage/useNewHost";
import { loadWords } from "@/text";
import { Button } from "@/ui/Button";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { Failure } from "@/ui/Failure";

interface PanelProps {
  match: Schema["MatchNow"];
  steps: readonly Schema["Step"][];
  seq: number;
  seek: (seq: number) => void;
}

export default function AnalysisPanel({ match, steps, seq, seek }: PanelProps) {
  const { t } = useTranslation("hub");
  const host = useNewHost(match.game, false, null);
  const Drawing = useMemo(() => drawingOf(match.game), [match.game]);
  const analysis = useQuery({
    ...analysisQuery(match.id),
    enabled: (query) => match.analysis !== "possible" || query.state.data !== undefined,
  });
  const begin = useMutation({
    mutationFn: () => beginAnalysis(match.id),
    onSuccess: (now) => queryClient.setQueryData(analysisQuery(match.id).queryKey, now),
    meta: { failureShown: true },
  });
  if (!Drawing) return null;
  const now = analysis.data;
  return (
    <section className="card analysis">
      <h2>{t("analysis.title")}</h2>
      {begin.error && <Failure error={begin.error} retry={() => begin.mutate()} />}
      {!now && !begin.error && (
        <>
          <p className="soft">{t("analysis.text")}</p>
          <div className="row">
            <Button kind="main" icon="chart" onClick={() => begin.mutate()} disabled={begin.isPending}>
              {t("analysis.ask")}
            </Button>
          </div>
        </>
      )}
      {now?.state === "working" && (
        <label className="analysis-working">
          {t("analysis.working")}
          <progress value={now.done} max={1} />
        </label>
      )}
      {now?.state === "ready" && (
        <ErrorBoundary resetOn={match.id}>
          <Suspense fallback={<p className="soft">{t("loading")}</p>}>
            <HostContext value={host}>
              <Drawing
                host={host}
                report={now.report}
                seq={seq}
                seek={seek}
                seats={match.seats}
                viewAt={(at) => steps[at]?.view}
              />
            </HostContext>
          </Suspense>
        </ErrorBoundary>
      )}
    </section>
  );
}

function drawingOf(game: string): ComponentType<AnalysisProps<unknown>> | null {
  const load = moduleOf(game)?.analysis;
  if (!load) return null;
  return lazy(async () => {
    const [module] = await Promise.all([load(), loadWords(game)]);
    return module as unknown as { default: ComponentType<AnalysisProps<unknown>> };
  });
}
