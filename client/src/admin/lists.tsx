/** What a host looks through, and what can be done about each. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Schema } from "@/api/client";
import { useNames } from "@/catalogue/names";
import { WATCH } from "@/room/invitation/seatAtOnce";
import { ago, date } from "@/text/times";
import { Field } from "@/ui/controls/Field";
import { ActButton, type Want } from "./ActButton";
import { ask } from "./adminApi";
import { factsLine, Scores, usePlayersLine } from "./cardLines";
import { Paged } from "./Paged";
import { storedWords } from "./storedWords";

export function Players({ onWant }: { onWant: Want }) {
  const { t } = useTranslation("admin");
  const [like, setLike] = useState("");
  return (
    <>
      <Field label={t("players.like")} value={like} onChange={({ target }) => setLike(target.value)} />
      <Paged
        name={["players", like.trim()]}
        fetch={(before) => ask.players(before, like.trim())}
        cursor={(player) => player.id}
        row={(player) => <PlayerRow player={player} onWant={onWant} />}
      />
    </>
  );
}

function PlayerRow({ player, onWant }: { player: Schema["ListedPlayer"]; onWant: Want }) {
  const { t } = useTranslation("admin");
  const of = { fields: { who: player.id }, named: player.name, onWant };
  return (
    <>
      <p className="row">
        <Link href={`/player/${player.id}`}>{player.name}</Link>
        {player.banned && <span className="tag">{t("tag.banned")}</span>}
        {player.muted && <span className="tag">{t("tag.muted")}</span>}
        {player.reports > 0 && <span className="tag">{t("tag.reports", { count: player.reports })}</span>}
      </p>
      <p className="soft">
        {factsLine(t("players.seen", { ago: ago(player.seen), count: player.devices }), player.id)}
      </p>
      <div className="row">
        <ActButton act="rename" {...of} />
        <ActButton act={player.muted ? "unmute" : "mute"} {...of} />
        <ActButton act={player.banned ? "unban" : "ban"} {...of} />
        <ActButton act="delete-player" {...of} />
        {player.addresses.map((address) => (
          <ActButton
            key={address}
            act="ban-address"
            fields={{ where: address }}
            named={address}
            onWant={onWant}
          />
        ))}
      </div>
    </>
  );
}

export function Rooms({ onWant }: { onWant: Want }) {
  const { t } = useTranslation("admin");
  const names = useNames();
  const playersLine = usePlayersLine();
  return (
    <Paged
      name={["rooms"]}
      fetch={ask.rooms}
      cursor={(room) => room.code}
      row={(room) => (
        <>
          <p className="row">
            <Link href={`/room/${room.code}?${WATCH}`}>{room.code}</Link>
            <span>{names.game(room.game)}</span>
            {room.public && <span className="tag">{t("tag.public")}</span>}
          </p>
          <p>{playersLine({ names: room.players, people: room.people })}</p>
          <p className="soft">{ago(room.touched)}</p>
          <div className="row">
            <ActButton act="close-room" fields={{ room: room.code }} named={room.code} onWant={onWant} />
            {room.address && (
              <ActButton
                act="ban-address"
                fields={{ where: room.address }}
                named={`${room.code}: ${room.address}`}
                onWant={onWant}
              />
            )}
          </div>
        </>
      )}
    />
  );
}

/** Where there are scores, each seat has its name. */
const sitting = ({ players, bots, people, shown }: Schema["ListedMatch"]) => ({
  names: players,
  bots,
  ...(shown.length === 0 && { people }),
});

export function Matches({ onWant }: { onWant: Want }) {
  const { t } = useTranslation("admin");
  const names = useNames();
  const playersLine = usePlayersLine();
  return (
    <Paged
      name={["matches"]}
      fetch={ask.matches}
      cursor={(match) => String(match.number)}
      row={(match) => (
        <>
          <p className="row">
            <Link href={`/match/${match.id}`}>{playersLine(sitting(match))}</Link>
            <span>{names.game(match.game)}</span>
            <span className="tag">
              {t(match.finished ? "tag.over" : match.ended === null ? "tag.playing" : "tag.left")}
            </span>
            <Scores shown={match.shown} />
            {match.marked && match.decision === null && <span className="tag">{t("tag.held")}</span>}
          </p>
          <p className="soft">{factsLine(date(match.started), match.id)}</p>
          {match.reason && <p>{t(`decision.${match.decision}`, { reason: match.reason })}</p>}
          {match.confirmed && (match.counts || match.decision === "rejected") && (
            <div className="row">
              <ActButton
                act={match.decision === "rejected" ? "accept-result" : "reject-result"}
                fields={{ match: match.id }}
                named={playersLine(sitting(match))}
                onWant={onWant}
              />
            </div>
          )}
        </>
      )}
    />
  );
}

export function Reports({ onWant }: { onWant: Want }) {
  const { t } = useTranslation("admin");
  return (
    <Paged
      name={["reports"]}
      fetch={ask.reports}
      cursor={(report) => report.id}
      row={(report) => {
        const of = { fields: { who: report.about }, named: report.name, onWant };
        return (
          <>
            <p className="row">
              <Link href={`/player/${report.about}`}>{report.name}</Link>
              <span className="tag">{t(`reports.about.${report.what}`)}</span>
            </p>
            {report.named !== report.name && <p>{t("reports.then", { name: report.named })}</p>}
            <p className="soft">
              {t("reports.by", { name: report.reported_by ?? t("reports.gone"), ago: ago(report.at) })}{" "}
              {report.room && t("reports.room", { code: report.room })}
            </p>
            <div className="row">
              <ActButton
                act="settle-report"
                fields={{ report: report.id }}
                named={`${report.name}: ${t(`reports.about.${report.what}`)}`}
                onWant={onWant}
              />
              <ActButton act="rename" {...of} />
              <ActButton act="mute" {...of} />
              <ActButton act="ban" {...of} />
            </div>
          </>
        );
      }}
    />
  );
}

export function ActLog() {
  const { t } = useTranslation("admin");
  const names = useNames();
  return (
    <Paged
      name={["log"]}
      fetch={ask.log}
      cursor={(act) => String(act.number)}
      row={(act) => (
        <>
          <p>
            <strong>{t(`act.${act.act}`, { defaultValue: act.act })}</strong>{" "}
            {act.act === "close-room" ? names.game(act.named) : storedWords(t, act.named)}
          </p>
          <p>{storedWords(t, act.reason)}</p>
          <p className="soft">
            {factsLine(
              date(act.at),
              storedWords(t, act.host),
              act.until !== null && t("until", { date: date(act.until) }),
            )}
          </p>
        </>
      )}
    />
  );
}
