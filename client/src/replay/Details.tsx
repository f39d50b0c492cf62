/** Who played, when, how it ended, whether a replay bore it out, and the log to take away. */
import { useMutation } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Schema } from "@/api/client";
import { isAtHome } from "@/api/ids";
import { useMe } from "@/api/queries";
import { addressOf } from "@/base";
import { useNames } from "@/catalogue/names";
import { ScoreText } from "@/catalogue/ScoreText";
import { seatLetter } from "@/game-kit/match/playerNames";
import { seatLabel } from "@/room/playing/SeatName";
import { type Place, useOpenRoom, useTryFrom } from "@/room/setup/openRoom";
import { date, span } from "@/text/times";
import { Button, ButtonLink } from "@/ui/controls/Button";
import { Icon } from "@/ui/controls/Icon";
import { momentAddress } from "@/ui/sharing/momentAddress";
import { saveSession, sessionName } from "./files/saveSession";
import { hasLeft } from "./moment";
import { OptionFacts } from "./OptionFacts";

const OWN_FORMAT = "parlour";

/** What a format is called: ours, or one of the game's own by the game's name. */
function fileName(t: TFunction<"hub">, format: string, game: string, name: string): string {
  if (format === OWN_FORMAT) return t("replay.sessionFile");
  return t("replay.formatFile", { name: format.replace(`${game}-`, `${name} `) });
}

interface DetailsProps {
  match: Schema["MatchNow"];
  /** The moment that is shown. */
  at: number;
}

export function Details({ match, at }: DetailsProps) {
  const { t } = useTranslation("hub");
  return (
    <section className="card details">
      <h2>{t("replay.details")}</h2>
      <Seats match={match} />
      <Facts match={match} />
      <Verdict match={match} />
      <Ways match={match} at={at} />
    </section>
  );
}

function Seats({ match }: { match: Schema["MatchNow"] }) {
  const { t } = useTranslation("hub");
  const alone = match.seats.length === 1;
  return (
    <ol className="details-seats">
      {match.seats.map((seat, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
        <li key={index} className="apart">
          <span>
            {!alone && `${seatLetter(index)} · `}
            {seat.player ? (
              <Link href={`/player/${seat.player}`}>{seat.name}</Link>
            ) : (
              seatLabel(t, { held_by: seat.bot ? "bot" : "player", name: seat.name, level: seat.bot }, "")
            )}
            {seat.left_name &&
              ` · ${hasLeft(seat) ? t("seat.left") : t("seat.standsIn", { name: seat.left_name })}`}
            {!alone && match.outcome?.winners.includes(index) && ` · ${t("result.won")}`}
          </span>
          <strong>{match.shown[index] ? <ScoreText shown={match.shown[index]} /> : "–"}</strong>
        </li>
      ))}
    </ol>
  );
}

/** When and for how long it was played, on which board and with which options. */
function Facts({ match }: { match: Schema["MatchNow"] }) {
  const { t } = useTranslation("hub");
  const length = span(((match.ended ?? match.started) - match.started) / 1000);
  return (
    <dl className="details-facts">
      <div className="apart">
        <dt>{t("replay.when")}</dt>
        <dd>{date(match.started)}</dd>
      </div>
      <div className="apart">
        <dt>{t("replay.length")}</dt>
        <dd className="figures">{length}</dd>
      </div>
      <OptionFacts {...match} seats={match.seats.length} />
    </dl>
  );
}

/** Whether a replay bore the result out, and what a host decided. */
function Verdict({ match }: { match: Schema["MatchNow"] }) {
  const { t } = useTranslation("hub");
  return (
    <>
      {match.confirmed !== null && match.decision !== "rejected" && (
        <p className="details-verdict" data-ok={match.confirmed}>
          <Icon name={match.confirmed ? "check" : "close"} size={20} />
          {t(match.confirmed ? "replay.confirmed" : "replay.notConfirmed")}
        </p>
      )}
      {(match.handed_in !== null || (match.confirmed === null && isAtHome(match.id))) && (
        <p className="soft">
          {t("replay.atHome")}
          {match.handed_in !== null && ` ${t("replay.handedIn", { date: date(match.handed_in) })}`}
        </p>
      )}
      {match.held && <p className="soft">{t("notCounted.held")}</p>}
      {match.decision === "accepted" && <p>{t("replay.accepted", { reason: match.reason })}</p>}
      {match.decision === "rejected" && (
        <p className="details-verdict" data-ok={false}>
          <Icon name="close" size={20} />
          {t("replay.rejected", { reason: match.reason })}
        </p>
      )}
    </>
  );
}

/** Who sits where in another match like this one: the bots that were there at its end, me where I sat then or, if I
 * left, on the seat that I left, and whoever is invited where others sat.
 *
 * Whoever did not sit there takes the first seat that no bot had; the first of all if there is none.
 */
export function placesAgain(seats: Schema["MatchNow"]["seats"], me: string): Place[] {
  const first = seats.findIndex(({ bot }) => bot === null);
  const stayed = seats.some(({ player }) => player === me);
  const sat = ({ player, left_by }: (typeof seats)[number]) => (stayed ? player : left_by) === me;
  const mine = seats.some(sat) ? null : Math.max(first, 0);
  return seats.map((one, seat) => {
    if (seat === mine || sat(one)) return { for: "me" };
    return one.bot === null ? { for: "anybody" } : { for: "bot", level: one.bot };
  });
}

/** Where one can go from here: to the match that it was tried from, to a new one, away with its file. */
function Ways({ match, at }: DetailsProps) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const opening = useOpenRoom();
  const trying = useTryFrom(match.id);
  const saving = useMutation({ mutationFn: (format: string) => saveSession(match, format) });
  const me = useMe().data?.id ?? "";
  const alone = match.seats.length === 1;
  const goesOn = match.outcome === null || at < match.entries;
  const { seed } = match;
  const begin = (more: { seats: Place[]; seed?: number }) =>
    opening.mutate({ game: match.game, options: match.options, public: false, ...more });
  return (
    <div className="row">
      {match.tried && (
        <ButtonLink icon="back" href={momentAddress(match.tried)}>
          {t("replay.original")}
        </ButtonLink>
      )}
      {alone && (
        <Button
          icon="hint"
          onClick={() => trying.mutate(at)}
          disabled={!goesOn}
          busy={trying.isPending}
          title={t("replay.tryText")}
        >
          {t("replay.try")}
        </Button>
      )}
      {!alone && (
        <Button
          icon="again"
          onClick={() => begin({ seats: placesAgain(match.seats, me) })}
          busy={opening.isPending}
          title={t("replay.againText")}
        >
          {t("replay.again")}
        </Button>
      )}
      {alone && seed !== null && (
        <Button icon="undo" onClick={() => begin({ seed, seats: [{ for: "me" }] })} busy={opening.isPending}>
          {t("over.sameBoard")}
        </Button>
      )}
      {match.formats.map((format) => (
        <a
          key={format}
          className="button button-quiet"
          href={addressOf(`api/matches/${match.id}/session?format=${format}`)}
          download={sessionName(match, format)}
          onClick={(event) => {
            event.preventDefault();
            saving.mutate(format);
          }}
        >
          <Icon name="download" size={20} />
          {fileName(t, format, match.game, names.game(match.game))}
        </a>
      ))}
    </div>
  );
}
