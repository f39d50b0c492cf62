/** What holds now: bans and mutes, results that wait, the announcement, links, and what the server was started with. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Schema } from "@/api/client";
import { noticesQuery, useMe } from "@/api/queries";
import { useNames } from "@/catalogue/names";
import { date, number } from "@/text/times";
import { Button } from "@/ui/controls/Button";
import { Failure } from "@/ui/page/Failure";
import { ActButton, type Want } from "./ActButton";
import { ask } from "./adminApi";
import { factsLine, Scores, usePlayersLine } from "./cardLines";
import { storedWords } from "./storedWords";

interface ShownProps<Found> {
  name: string;
  fetch: () => Promise<Found>;
  children: (found: Found) => ReactNode;
}

function Shown<Found>({ name, fetch, children }: ShownProps<Found>) {
  const { t } = useTranslation("admin");
  const found = useQuery({ queryKey: ["admin", name], queryFn: fetch });
  if (found.error) return <Failure error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return null;
  if (Array.isArray(found.data) && found.data.length === 0) return <p className="empty">{t("nothing")}</p>;
  return children(found.data);
}

export function Restrictions({ onWant }: { onWant: Want }) {
  const { t } = useTranslation("admin");
  return (
    <>
      <div className="row">
        <Button onClick={() => onWant({ act: "ban-address", fields: {}, named: "" })}>
          {t("act.ban-address")}
        </Button>
      </div>
      <Restricted onWant={onWant} />
    </>
  );
}

function Restricted({ onWant }: { onWant: Want }) {
  const { t } = useTranslation("admin");
  return (
    <Shown name="restrictions" fetch={ask.restrictions}>
      {(found) => (
        <ul className="admin-list">
          {found.map((one) => {
            const isPlace = one.whose === "address" || one.whose === "range";
            const act = one.kind === "mute" ? "unmute" : isPlace ? "unban-address" : "unban";
            const fields: Record<string, string> = isPlace ? { where: one.key } : { who: one.key };
            const named = one.name || one.key;
            return (
              <li key={`${one.kind} ${one.whose} ${one.key}`} className="card">
                <p className="row">
                  <span>{named}</span>
                  <span className="tag">{t(one.kind === "ban" ? "tag.banned" : "tag.muted")}</span>
                </p>
                <p>{one.reason}</p>
                <p className="soft">
                  {factsLine(
                    date(one.since),
                    one.until ? t("until", { date: date(one.until) }) : t("untilLifted"),
                  )}
                </p>
                <div className="row">
                  <ActButton act={act} fields={fields} named={named} onWant={onWant} />
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Shown>
  );
}

export function Results({ onWant }: { onWant: Want }) {
  const { t } = useTranslation("admin");
  const names = useNames();
  const playersLine = usePlayersLine();
  return (
    <>
      <p className="soft">{t("results.text")}</p>
      <Shown name="results" fetch={ask.results}>
        {(results) => (
          <ul className="admin-list">
            {results.map((result) => (
              <li key={result.match} className="card">
                <p className="row">
                  <Link href={`/match/${result.match}`}>{playersLine(result)}</Link>
                  <span>{factsLine(names.game(result.game), names.board(result.game, result.board))}</span>
                  <Scores shown={result.shown} />
                </p>
                {result.paces.map((pace, seat) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
                  <p key={seat} className="soft figures">
                    {t("results.pace", {
                      name: storedWords(t, result.names[seat] ?? ""),
                      actions: number(pace.actions),
                      median: number(pace.median_ms),
                      percent: Math.round(100 * pace.fast_runs),
                    })}
                  </p>
                ))}
                <div className="row">
                  {(["accept-result", "reject-result"] as const).map((act) => (
                    <ActButton
                      key={act}
                      act={act}
                      fields={{ match: result.match }}
                      named={playersLine(result)}
                      onWant={onWant}
                    />
                  ))}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </>
  );
}

export function Announcing({ onWant }: { onWant: Want }) {
  const { t } = useTranslation("admin");
  const now = useQuery(noticesQuery(useMe().data?.id)).data?.announcement;
  return (
    <div className="card">
      <p>{now ? now.text : t("announcing.nothing")}</p>
      {now && (
        <p className="soft">
          {now.until ? t("announcing.until", { date: date(now.until) }) : t("announcing.untilEnded")}
        </p>
      )}
      <div className="row">
        <Button kind="main" onClick={() => onWant({ act: "announce", fields: {}, named: "" })}>
          {t("act.announce")}
        </Button>
        {now && (
          <Button onClick={() => onWant({ act: "end-announcement", fields: {}, named: now.text })}>
            {t("act.end-announcement")}
          </Button>
        )}
      </div>
    </div>
  );
}

export function Links({ onWant }: { onWant: Want }) {
  const { t } = useTranslation("admin");
  return (
    <Shown name="links" fetch={ask.links}>
      {(links) => (
        <ul className="admin-list">
          {links.map((link) => (
            <li key={link.id} className="card">
              <p>{link.name}</p>
              <p className="soft">{factsLine(link.id, t("until", { date: date(link.expires) }))}</p>
              <div className="row">
                <ActButton act="withdraw-link" fields={{ link: link.id }} named={link.name} onWant={onWant} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Shown>
  );
}

type Settings = Schema["ProcessSettings"]["settings"];

/** The most digits after the comma that a setting shows. */
const DIGITS = 6;

function SettingValue({ value, is_number, unit }: Schema["ShownSetting"]) {
  const { t } = useTranslation("admin");
  if (typeof value === "boolean") return <strong>{t(value ? "settings.on" : "settings.off")}</strong>;
  if (!value) return <span className="soft">{t("settings.unset")}</span>;
  return (
    <>
      <strong>{is_number ? number(Number(value), DIGITS) : value}</strong>{" "}
      {unit && t(`settings.unit.${unit.toLowerCase()}`, { defaultValue: unit.toLowerCase() })}
    </>
  );
}

/** What a process was started with otherwise than the one that answers here. */
function Differing({ here, there }: { here: readonly Schema["ShownSetting"][]; there: Settings }) {
  const { t } = useTranslation("admin");
  const others = here.filter(({ flag, value }) => flag in there && there[flag] !== value);
  if (others.length === 0) return <p className="soft">{t("settings.same")}</p>;
  return others.map((one) => (
    <p key={one.flag}>
      <code>{one.flag}</code> <SettingValue {...one} value={there[one.flag] ?? ""} />
    </p>
  ));
}

export function ServerSettings() {
  const { t } = useTranslation("admin");
  return (
    <Shown name="settings" fetch={ask.settings}>
      {(found) => (
        <>
          <p>{t("settings.text")}</p>
          <dl className="admin-settings">
            {found.settings.map((one) => (
              <div key={one.flag} className="card">
                <dt>
                  <code>{one.flag}</code> <SettingValue {...one} />
                </dt>
                <dd className="soft">
                  {t(`settings.help.${one.flag.slice(2)}`, { defaultValue: one.help })}
                </dd>
              </div>
            ))}
          </dl>
          <h2>{t("settings.processes")}</h2>
          <ul className="admin-list">
            {found.processes.map((process) => (
              <li key={process.process} className="card">
                <p>{process.process}</p>
                <p className="soft">
                  {t("settings.since", { version: process.version, date: date(process.since) })}
                </p>
                <Differing here={found.settings} there={process.settings} />
              </li>
            ))}
          </ul>
          <h2>{t("settings.names")}</h2>
          <p>{t("settings.nameRules", { letters: found.longest_name, marks: found.most_marks })}</p>
          <p className="soft">{found.reserved_names.join(", ")}</p>
        </>
      )}
    </Shown>
  );
}
