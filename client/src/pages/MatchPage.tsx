/** A match for good: its replay step by step, what came of it, its log to take away, and its analysis. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearch } from "wouter";
import { asked, http, type Schema, useMe } from "@/api/queries";
import { useNames } from "@/games/names";
import { componentOf } from "@/games/registry";
import { Beside } from "@/replay/Beside";
import { Details } from "@/replay/Details";
import { gamePropsAt } from "@/replay/moment";
import { Player } from "@/replay/Player";
import { allSteps } from "@/replay/steps";
import { useReplay } from "@/replay/useReplay";
import { useWide } from "@/replay/useWide";
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
  const match = useQuery({
    queryKey: ["match", id],
    queryFn: () => asked(http.GET("/api/matches/{match_id}", { params: { path: { match_id: id } } })),
    enabled: known,
  });
  const over = match.data !== undefined && match.data.ended !== null;
  const steps = useQuery({
    queryKey: ["steps", id],
    queryFn: ({ signal }) => allSteps(id, match.data?.entries ?? 0, signal),
    enabled: over,
    staleTime: Number.POSITIVE_INFINITY,
  });
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
  const asked = Number(search.get("at") ?? Number.NaN);
  const other = search.get("with");
  const replay = useReplay(steps, Number.isInteger(asked) ? asked : 0);
  const wide = useWide();
  const Game = componentOf(match.game);
  const props = useMemo(() => gamePropsAt(match, steps, replay.at), [match, steps, replay.at]);
  return (
    <div className="replay">
      <div className="replay-stage">
        <TopBar title={names.game(match.game)} />
        <main className={other ? "replay-main replay-race" : "replay-main"} aria-label={t("replay.title")}>
          {Game ? (
            <Suspense fallback={<Waiting text={t("loading")} />}>
              <Game {...props} />
            </Suspense>
          ) : (
            <p className="empty">{t("room.cannotDraw")}</p>
          )}
          {other && wide && <Beside id={other} atMs={steps[replay.at]?.at_ms ?? 0} />}
        </main>
        <Player replay={replay} steps={steps} match={match.id} />
      </div>
      <aside className="page replay-more">
        {other && !wide && <Beside id={other} atMs={steps[replay.at]?.at_ms ?? 0} />}
        <Details match={match} />
        {match.analysis !== "none" && (
          <Suspense fallback={<p className="soft">{t("loading")}</p>}>
            <AnalysisPanel match={match} seq={replay.at} seek={replay.seek} />
          </Suspense>
        )}
      </aside>
    </div>
  );
}

function StillPlaying({ room }: { room: string }) {
  const { t } = useTranslation("hub");
  return (
    <>
      <TopBar />
      <main className="page page-narrow">
        <h1>{t("replay.notOver")}</h1>
        <div className="row">
          <ButtonLink kind="main" href={`/room/${room}`}>
            {t("replay.toRoom")}
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
