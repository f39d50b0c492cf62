/** The analysis beside its replay: offered, awaited, then drawn by the game itself. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Schema } from "@/api/client";
import { HostContext } from "@/game-kit/contract/host";
import { WorkProgress } from "@/game-kit/layout/WorkProgress";
import { useModule } from "@/stage/modules";
import { useNewHost } from "@/stage/useNewHost";
import { Button } from "@/ui/controls/Button";
import { bringFocus } from "@/ui/focus/focus";
import { announce } from "@/ui/notices";
import { ErrorBoundary } from "@/ui/page/ErrorBoundary";
import { Failure } from "@/ui/page/Failure";
import type { Replayed } from "../moment";
import type { Analysis } from "./useAnalysis";

interface PanelProps {
  replayed: Replayed;
  analysis: Analysis;
  steps: readonly Schema["Step"][];
  seq: number;
  seek: (seq: number) => void;
}

export function AnalysisPanel({ replayed, analysis, steps, seq, seek }: PanelProps) {
  const { t } = useTranslation("hub");
  const host = useNewHost(replayed.game, false, null);
  const from = useModule(replayed.game)?.from;
  const { now, error, Drawing } = analysis;
  const panel = useRef<HTMLElement>(null);
  const awaited = useRef(false);
  const ready = now?.state === "ready" && Drawing !== null;
  // The button goes when it is pressed: the keyboard stays with what comes in its place.
  const ask = () => {
    awaited.current = true;
    if (panel.current) bringFocus(panel.current);
    analysis.begin();
  };
  useEffect(() => {
    if (!ready || !awaited.current) return;
    awaited.current = false;
    announce(t("analysis.ready"));
  }, [ready, t]);
  return (
    <section ref={panel} className="card analysis" tabIndex={-1} aria-label={t("analysis.title")}>
      <h2>{t("analysis.title")}</h2>
      {error && <Failure error={error} retry={analysis.retry} />}
      {analysis.offered && !error && (
        <>
          <p className="soft">{t("analysis.text")}</p>
          <div className="row">
            <Button kind="main" icon="chart" onClick={ask} busy={analysis.beginning}>
              {t("analysis.ask")}
            </Button>
          </div>
        </>
      )}
      {now?.state === "working" && (
        // A replay's host announces nothing; somebody waits for this.
        <HostContext value={{ ...host, announce }}>
          <WorkProgress text={t(now.queued ? "analysis.queued" : "analysis.working")} part={now.done} />
        </HostContext>
      )}
      {!analysis.offered && now?.state !== "working" && !Drawing && !error && (
        <p className="soft">{t("loading")}</p>
      )}
      {now?.state === "ready" && Drawing && (
        <ErrorBoundary resetOn={replayed.id} from={from}>
          <p className="soft">{t(`analysis.${now.computed}`)}</p>
          <HostContext value={host}>
            <Drawing
              host={host}
              report={now.report}
              seq={seq}
              seek={seek}
              seats={replayed.seats}
              viewAt={(at) => steps[at]?.view}
            />
          </HostContext>
        </ErrorBoundary>
      )}
    </section>
  );
}
