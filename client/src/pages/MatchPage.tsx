/** A match for good: its replay step by step, what came of it, its log to take away, and its analysis. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearch } from "wouter";
import type { Schema } from "@/api/client";
import { matchQuery, stepsQuery, useMe } from "@/api/queries";
import { useNames } from "@/catalogue/names";
import { type Orientation, OrientationContext } from "@/game-kit/useAvailableSpace";
import { Beside } from "@/replay/Beside";
import { Details } from "@/replay/Details";
import { matchPropsAt } from "@/replay/moment";
import { Player } from "@/replay/Player";
import { useReplay } from "@/replay/useReplay";
import { useWide } from "@/replay/useWide";
import { GameStage } from "@/stage/GameStage";
import { ButtonLink } from "@/ui/Button";
import { Failure } from "@/ui/Failure";
import { TopBar } from "@/ui/TopBar";
import { Waiting } from "@/ui/Waiting";
import "@/ui/Page.css";
import "@/replay/replay.css";

const AnalysisPanel = lazy(() => import("@/replay/AnalysisPanel"));

export default function MatchPage() {
  const { id } = useParams<{ id: string }>();
  const { t } = useTranslation("hub");
  const known = useMe().data !== undefined;
  const match = useQuery({ ...matchQuery(id), enabled: known });
  const over = match.data !== undefined && match.data.ended !== null;
  const steps = useQuery(stepsQuery(match.data));
  const error = match.error ?? steps.error;
  if (error) return <NoReplay error={error} />;
  if (match.data && !over) return <StillPlaying room={match.data.room} />;
  if (!match.data || !steps.data) return <Waiting text={t("loading")} />;
  return <Replay key={id} match={match.data} steps={steps.data} />;
}

function Replay({ match, steps }: { match: Schema["MatchNow"]; steps: readonly Schema["Step"][] }) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const search = new URLSearchParams(useSearch());
  const wanted = Number(search.get("at") ?? Number.NaN);
  const other = search.get("with");
  const replay = useReplay(steps, Number.isInteger(wanted) ? wanted : 0);
  const wide = useWide();
  const [orientation] = useState<Orientation>({ across: null });
  const shown = useMemo(() => matchPropsAt(match, steps, replay.at), [match, steps, replay.at]);
  return (
    <OrientationContext value={orientation}>
      <div className="replay">
        <div className="replay-stage">
          <TopBar title={names.game(match.game)} />
          <main className={other ? "replay-main replay-race" : "replay-main"} aria-label={t("replay.title")}>
            <GameStage game={match.game} match={shown} table={null} />
            {other && wide && <Beside id={other} atMs={steps[replay.at]?.at_ms ?? 0} />}
          </main>
          <Player replay={replay} steps={steps} match={match.id} />
        </div>
        <aside className="page replay-more">
          {other && !wide && <Beside id={other} atMs={steps[replay.at]?.at_ms ?? 0} />}
          <Details match={match} />
          {match.analysis !== "none" && (
            <Suspense fallback={<p className="soft">{t("loading")}</p>}>
              <AnalysisPanel match={match} steps={steps} seq={replay.at} seek={replay.seek} />
            </Suspense>
          )}
        </aside>
      </div>
    </OrientationContext>
  );
}

/** Those who sit there, and all who may watch, are shown the way. */
function StillPlaying({ room }: { room: string | null }) {
  const { t } = useTranslation("hub");
  return (
    <>
      <TopBar />
      <main className="page page-narrow">
        <h1>{t("replay.notOver")}</h1>
        <div className="row">
          <ButtonLink kind="main" href={room ? `/room/${room}` : "/"}>
            {t(room ? "replay.toRoom" : "home")}
          </ButtonLink>
        </div>
      </main>
    </>
  );
}

function NoReplay({ error }: { error: unknown }) {
  const { t } = useTranslation("hub");
  return (
    <>
      <TopBar />
      <main className="page page-narrow">
        <h1>{t("replay.title")}</h1>
        <Failure error={error} />
      </main>
    </>
  );
}
