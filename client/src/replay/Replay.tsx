/** A replay: the board with its controls, and beside it, or under it on a phone, what there is to say of it. */
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Schema } from "@/api/client";
import { useMe } from "@/api/queries";
import { useNames } from "@/catalogue/names";
import type { ListedMove } from "@/game-kit/contract/types";
import { type Orientation, OrientationContext } from "@/game-kit/layout/useAvailableSpace";
import { GameStage } from "@/stage/GameStage";
import { useModule } from "@/stage/modules";
import { useHelpKey } from "@/ui/focus/helpKey";
import { announce } from "@/ui/notices";
import { TopBar } from "@/ui/page/TopBar";
import { AnalysisPanel } from "./analysis/AnalysisPanel";
import { mistakesAround } from "./analysis/mistakes";
import { type AnalysisSource, useAnalysis } from "./analysis/useAnalysis";
import { matchPropsAt, type Replayed } from "./moment";
import { movesAt } from "./moves";
import { OtherMatch } from "./OtherMatch";
import { Player } from "./Player";
import { useReplay } from "./useReplay";
import { useReplayKeys } from "./useReplayKeys";
import { useWide } from "./useWide";
import "@/ui/page/Page.css";
import "./replay.css";

const HelpOverlay = lazy(() => import("@/ui/HelpOverlay"));

interface ReplayProps {
  replayed: Replayed;
  steps: readonly Schema["Step"][];
  /** The moment at which it begins. */
  first: number;
  /** Where the analysis comes from. */
  analysis: AnalysisSource;
  /** Whether an analysis is there or can be made. */
  analysed: boolean;
  /** The address of a moment; null where it has none. */
  addressOf: ((at: number) => string) | null;
  /** Another match to race against. */
  other?: string | null;
  /** Draws the details beside the board, for the moment that is shown. */
  details: (at: number) => ReactNode;
}

export function Replay({
  replayed,
  steps,
  first,
  analysis: source,
  analysed,
  addressOf,
  other,
  details,
}: ReplayProps) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const wide = useWide();
  const me = useMe().data?.id;
  const [orientation] = useState<Orientation>({ across: null });
  const [small, setSmall] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const replay = useReplay(steps, first);
  const { at, start, last, running, seek, stopAt } = replay;
  const analysis = useAnalysis(replayed.game, source);
  const { mistakes, marksAt } = analysis;
  const marks = running ? null : marksAt(at);
  const shown = useMemo(
    () => ({ ...matchPropsAt(replayed, steps, at, me), marks }),
    [replayed, steps, at, me, marks],
  );
  const { previous, next } = mistakesAround(mistakes, at);
  const look = (move: ListedMove | null) =>
    move &&
    (() => {
      stopAt(move.seq);
      announce(`${move.title}: ${move.cost}. ${move.text}`);
      requestAnimationFrame(() =>
        panel.current?.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" }),
      );
    });
  const stepping = { previous: look(previous), next: look(next), there: mistakes.length > 0 };
  useReplayKeys({
    ArrowLeft: () => seek(at - 1),
    ArrowRight: () => seek(at + 1),
    Home: () => seek(start),
    End: () => seek(last),
    ArrowUp: stepping.there ? (stepping.previous ?? (() => {})) : null,
    ArrowDown: stepping.there ? (stepping.next ?? (() => {})) : null,
  });
  const beside = other && <OtherMatch id={other} atMs={steps[at]?.at_ms ?? 0} />;
  const module = useModule(replayed.game);
  const moves = useMemo(() => movesAt(steps, module?.asking), [steps, module]);
  const [help, setHelp] = useState(false);
  useHelpKey(module ? () => setHelp(true) : null);
  const hasAnalysis = analysed && module?.analysis !== undefined;
  return (
    <OrientationContext value={orientation}>
      <div className={other ? "replay replay-of-two" : "replay"}>
        <TopBar title={names.game(replayed.game)} />
        <div className={small ? "replay-stage replay-stage-small" : "replay-stage"}>
          <main className={other ? "replay-main replay-race" : "replay-main"} aria-label={t("replay.title")}>
            <GameStage game={replayed.game} match={shown} room={null} />
            {wide && beside}
          </main>
          <Player
            replay={replay}
            steps={steps}
            moves={moves}
            mistakes={stepping.there ? stepping : null}
            addressOf={addressOf}
            small={small}
            onSmall={setSmall}
          />
        </div>
        <aside className="page replay-more" ref={panel}>
          {!wide && beside}
          {details(at)}
          {hasAnalysis && (
            <AnalysisPanel replayed={replayed} analysis={analysis} steps={steps} seq={at} seek={stopAt} />
          )}
        </aside>
      </div>
      <Suspense fallback={null}>
        {help && <HelpOverlay game={replayed.game} open onClose={() => setHelp(false)} onTutorial={null} />}
      </Suspense>
    </OrientationContext>
  );
}
