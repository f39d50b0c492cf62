/** A match for good: its replay step by step, what came of it, its log to take away, and its analysis. */

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearch } from "wouter";
import type { Schema } from "@/api/client";
import { isProblem } from "@/api/problem";
import { analysisNow, beginAnalysis, matchQuery, stepsQuery, useMe } from "@/api/queries";
import { linkTo } from "@/base";
import { Details } from "@/replay/Details";
import { Replay } from "@/replay/Replay";
import { ButtonLink } from "@/ui/controls/Button";
import { Failure } from "@/ui/page/Failure";
import { TopBar } from "@/ui/page/TopBar";
import { WaitingPage } from "@/ui/page/WaitingPage";
import "@/ui/page/Page.css";

export default function MatchPage() {
  const { id } = useParams<{ id: string }>();
  const { t } = useTranslation("hub");
  const me = useMe();
  const match = useQuery({ ...matchQuery(id), enabled: me.data !== undefined });
  const over = match.data !== undefined && match.data.ended !== null;
  const steps = useQuery(stepsQuery(match.data));
  const failed = [me, match, steps].find((asked) => asked.error);
  if (failed) {
    return <NoReplay error={failed.error} retry={() => void failed.refetch()} match={match.data} />;
  }
  if (match.data && !over) return <StillPlaying room={match.data.room} />;
  if (!match.data || !steps.data) return <WaitingPage text={t("loading")} />;
  return <MatchReplay key={id} match={match.data} steps={steps.data} />;
}

function MatchReplay({ match, steps }: { match: Schema["MatchNow"]; steps: readonly Schema["Step"][] }) {
  const search = new URLSearchParams(useSearch());
  const wanted = Number(search.get("at") ?? Number.NaN);
  const { id, analysis } = match;
  const source = useMemo(
    () => ({
      key: ["analysis", id],
      begin: () => beginAnalysis(id),
      now: () => analysisNow(id),
      begun: analysis !== "possible" && analysis !== "none",
    }),
    [id, analysis],
  );
  const addressOf = useMemo(() => (at: number) => linkTo(`/match/${id}${at > 0 ? `?at=${at}` : ""}`), [id]);
  return (
    <Replay
      replayed={match}
      steps={steps}
      first={Number.isInteger(wanted) ? wanted : 0}
      analysis={source}
      analysed={analysis !== "none"}
      addressOf={addressOf}
      other={search.get("with")}
      details={(at) => <Details match={match} at={at} />}
    />
  );
}

/** Leads players and watchers to the room of a match that is still played. */
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

interface NoReplayProps {
  error: unknown;
  retry: () => void;
  match?: Schema["MatchNow"];
}

/** Of a daily that I could still play: the way to playing it. */
function NoReplay({ error, retry, match }: NoReplayProps) {
  const { t } = useTranslation("hub");
  const daily = match && isProblem(error, "daily-first") ? `/daily/${match.game}` : null;
  return (
    <>
      <TopBar />
      <main className="page page-narrow">
        <h1>{t("replay.title")}</h1>
        <Failure error={error} retry={retry} />
        <div className="row">
          {daily && (
            <ButtonLink kind="main" icon="play" href={daily}>
              {t("daily.play")}
            </ButtonLink>
          )}
          <ButtonLink href="/">{t("home")}</ButtonLink>
        </div>
      </main>
    </>
  );
}
