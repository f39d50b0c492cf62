/** The analysis of a match: asked for once, waited for, then drawn by the game itself. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { asked, http, queries, type Schema } from "@/api/queries";
import { analysisOf } from "@/games/registry";
import { Button } from "@/ui/Button";
import { Failure } from "@/ui/Failure";

interface PanelProps {
  match: Schema["MatchNow"];
  seq: number;
  seek: (seq: number) => void;
}

const ASK_AGAIN_MS = 700;

export default function AnalysisPanel({ match, seq, seek }: PanelProps) {
  const { t } = useTranslation("hub");
  const Drawn = analysisOf(match.game);
  const path = { params: { path: { match_id: match.id } } };
  const queryKey = ["analysis", match.id];
  const analysis = useQuery({
    queryKey,
    queryFn: () => asked(http.GET("/api/matches/{match_id}/analysis", path)),
    enabled: (query) => match.analysis !== "possible" || query.state.data !== undefined,
    refetchInterval: (query) => (query.state.data?.state === "working" ? ASK_AGAIN_MS : false),
  });
  const ask = useMutation({
    mutationFn: () => asked(http.POST("/api/matches/{match_id}/analysis", path)),
    onSuccess: (now) => queries.setQueryData(queryKey, now),
  });
  if (!Drawn) return null;
  const now = analysis.data;
  return (
    <section className="card analysis">
      <h2>{t("analysis.title")}</h2>
      {ask.error && <Failure error={ask.error} retry={() => ask.mutate()} />}
      {!now && !ask.error && (
        <>
          <p className="soft">{t("analysis.text")}</p>
          <div className="row">
            <Button kind="main" icon="chart" onClick={() => ask.mutate()} disabled={ask.isPending}>
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
        <Suspense fallback={<p className="soft">{t("loading")}</p>}>
          <Drawn report={now.report} seq={seq} seek={seek} seats={match.seats} />
        </Suspense>
      )}
    </section>
  );
}
