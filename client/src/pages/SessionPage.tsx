/** Somebody's session file: whether it holds, its replay, and its analysis. Nothing of it is kept. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Schema } from "@/api/client";
import { Problem } from "@/api/problem";
import { fileQuery, fileStepsQuery, sessionAnalysis } from "@/api/queries";
import { ScoreText } from "@/catalogue/ScoreText";
import { seatLetter } from "@/game-kit/match/playerNames";
import OpenSession from "@/replay/files/OpenSession";
import { type SessionFile, useSessionFile } from "@/replay/files/sessionFile";
import { OptionFacts } from "@/replay/OptionFacts";
import { Replay } from "@/replay/Replay";
import { date } from "@/text/times";
import { Icon } from "@/ui/controls/Icon";
import { Failure } from "@/ui/page/Failure";
import { TopBar } from "@/ui/page/TopBar";
import { WaitingPage } from "@/ui/page/WaitingPage";
import "@/ui/page/Page.css";
import "@/replay/replay.css";

export default function SessionPage() {
  const file = useSessionFile();
  return file ? <Opened key={file.count} file={file} /> : <Unopened />;
}

function Opened({ file }: { file: SessionFile }) {
  const { t } = useTranslation("hub");
  const told = useQuery(fileQuery(file));
  const steps = useQuery(fileStepsQuery(file, told.data));
  const failed = [told, steps].find((asked) => asked.error);
  if (failed) {
    return <Unopened error={failed.error} retry={() => void failed.refetch()} name={file.name} />;
  }
  if (!told.data || !steps.data) return <WaitingPage text={t("loading")} />;
  if (steps.data.length === 0) return <Unopened told={told.data} name={file.name} />;
  return <FileReplay file={file} told={told.data} steps={steps.data} />;
}

interface FileReplayProps {
  file: SessionFile;
  told: Schema["ForeignSession"];
  steps: readonly Schema["Step"][];
}

function FileReplay({ file, told, steps }: FileReplayProps) {
  const replayed = useMemo(
    () => ({
      id: `file-${file.count}`,
      game: told.game,
      seats: Array.from({ length: told.seats }, (_, seat) => ({
        name: seatLetter(seat),
        player: null,
        bot: null,
      })),
    }),
    [file.count, told],
  );
  const source = useMemo(() => {
    const ask = () => sessionAnalysis(file.text);
    return { key: ["file-analysis", file.count], begin: ask, now: ask, begun: false };
  }, [file]);
  return (
    <Replay
      replayed={replayed}
      steps={steps}
      first={0}
      analysis={source}
      analysed={told.analysis}
      addressOf={null}
      details={() => <FileDetails file={file} told={told} />}
    />
  );
}

function FileDetails({ file, told }: { file: SessionFile; told: Schema["ForeignSession"] }) {
  const { t } = useTranslation("hub");
  return (
    <section className="card details">
      <h2>{t("session.title")}</h2>
      <p className="soft session-name">{file.name}</p>
      <VerdictText told={told} />
      <dl className="details-facts">
        {told.verdict.shown?.map((shown, seat) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
          <div key={seat} className="apart">
            <dt>{told.seats > 1 ? t("session.scoreOf", { seat: seatLetter(seat) }) : t("session.score")}</dt>
            <dd>
              <ScoreText shown={shown} />
            </dd>
          </div>
        ))}
        <div className="apart">
          <dt>{t("replay.when")}</dt>
          <dd>{date(told.started)}</dd>
        </div>
        <OptionFacts {...told} />
      </dl>
      <div className="row">
        <OpenSession />
      </div>
    </section>
  );
}

/** Whether it holds, or the first wrong entry and why. */
function VerdictText({ told }: { told: Schema["ForeignSession"] }) {
  const { t } = useTranslation("hub");
  const { verdict, entries, computed } = told;
  const { ok, entry, code, reason } = verdict;
  const why = t(`session.why.${code}`, { defaultValue: reason ?? "" });
  const wrong =
    entry == null ? t("session.wrong", { why }) : t("session.wrongAt", { entry: entry + 1, entries, why });
  return (
    <>
      <p className="details-verdict" data-ok={ok}>
        <Icon name={ok ? "check" : "close"} size={20} />
        {ok ? t("session.holds", { count: entries }) : wrong}
      </p>
      <p className="soft">{t(`session.${computed}`)}</p>
      {verdict.tried && <p className="soft">{t("session.tried")}</p>}
    </>
  );
}

interface UnopenedProps {
  error?: unknown;
  retry?: () => void;
  name?: string;
  told?: Schema["ForeignSession"];
}

/** No file yet, none any more after a reload, or one that cannot be shown. */
function Unopened({ error, retry, name, told }: UnopenedProps) {
  const { t } = useTranslation("hub");
  return (
    <>
      <TopBar />
      <main className="page page-narrow">
        <h1>{t("session.title")}</h1>
        {name && <p className="soft session-name">{name}</p>}
        {error instanceof Problem && error.status === 400 ? (
          <div className="empty" role="alert">
            <p>{t("session.unreadable")}</p>
            <details className="session-detail">
              <summary>{t("session.detail")}</summary>
              <p className="soft" lang="en">
                {error.detail}
              </p>
            </details>
          </div>
        ) : (
          error !== undefined && <Failure error={error} retry={retry} />
        )}
        {told && <VerdictText told={told} />}
        {!name && <p>{t("session.text")}</p>}
        <OpenSession />
      </main>
    </>
  );
}
