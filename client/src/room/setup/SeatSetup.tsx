/** Who will sit where, before a room is opened: me, a friend on this device, whoever gets the link, or a bot. */
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { seatLetter } from "@/game-kit/match/playerNames";
import { Choose } from "@/ui/controls/Choose";
import { Icon, type IconName } from "@/ui/controls/Icon";
import type { Place } from "./openRoom";
import { unratedBy } from "./rated";
import "./room.css";
import "./SeatSetup.css";

interface SeatSetupProps {
  min: number;
  max: number;
  /** Levels of bots, the weakest first; none where a game has no bots. */
  levels: readonly string[];
  /** The level of a bot that is seated without saying which. */
  middleBot: string;
  value: readonly Place[];
  onChange: (places: Place[]) => void;
}

const KINDS = ["me", "anybody", "bot"] as const;
type Kind = (typeof KINDS)[number];
const ICONS: Record<Kind, IconName> = { me: "person", anybody: "link", bot: "robot" };

export function SeatSetup({ min, max, levels, middleBot, value, onChange }: SeatSetupProps) {
  const { t } = useTranslation("hub");
  const counts = Array.from({ length: max - min + 1 }, (_, more) => min + more);
  const mine = value.flatMap((place, seat) => (place.for === "me" ? [seat] : []));
  const bots = value.filter((place) => place.for === "bot").length;
  const unrated = unratedBy(
    bots,
    mine.map(() => "me"),
  );
  return (
    <div className="setup">
      {counts.length > 1 && (
        <Choose
          label={t("seating.count")}
          value={value.length}
          values={counts.map((count) => ({ value: count, label: t("seating.seats", { number: count }) }))}
          onChange={(count) => onChange(resized(value, count))}
        />
      )}
      {value.length > 1 && (
        <>
          <ol className="setup-seats">
            {value.map((place, seat) => (
              <SeatPlace
                // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
                key={seat}
                seat={seat}
                place={place}
                levels={levels}
                middleBot={middleBot}
                friend={mine.length > 0 && mine[0] !== seat}
                onChange={(changed) => onChange(withPlace(value, seat, changed))}
              />
            ))}
          </ol>
          <p className="soft setup-note">
            {value.some((place) => place.for === "anybody") ? t("seating.noteInvite") : t("seating.note")}
          </p>
          <p className="soft setup-note">{t(unrated ? `seating.unrated.${unrated}` : "seating.rated")}</p>
        </>
      )}
    </div>
  );
}

interface SeatPlaceProps {
  seat: number;
  place: Place;
  levels: readonly string[];
  middleBot: string;
  /** Whether another seat is mine already, so that "me" here means somebody beside me. */
  friend: boolean;
  onChange: (place: Place) => void;
}

function SeatPlace({ seat, place, levels, middleBot, friend, onChange }: SeatPlaceProps) {
  const { t } = useTranslation("hub");
  const name = useId();
  const letter = seatLetter(seat);
  const made = (kind: Kind): Place => (kind === "bot" ? { for: kind, level: middleBot } : { for: kind });
  return (
    <li style={{ "--seat": `var(--seat-${seat})` } as React.CSSProperties}>
      <fieldset className="setup-seat">
        <legend className="unseen">{t("seating.seat", { letter })}</legend>
        <span className="seat-letter" aria-hidden="true">
          {letter}
        </span>
        {KINDS.filter((kind) => kind !== "bot" || levels.length > 0).map((kind) => {
          const word = t(kind === "me" && friend ? "seating.friend" : `seating.${kind}`);
          return (
            <label key={kind} className="choose-one">
              <input
                type="radio"
                name={name}
                checked={place.for === kind}
                onChange={() => onChange(made(kind))}
              />
              <span className="setup-kind" data-label={word}>
                <Icon name={kind === "me" && friend ? "people" : ICONS[kind]} size={18} />
                {word}
              </span>
            </label>
          );
        })}
      </fieldset>
      {place.for === "bot" && (
        <select
          className="setup-level"
          aria-label={t("seating.level", { letter })}
          value={place.level}
          onChange={(event) => onChange({ for: "bot", level: event.target.value })}
        >
          {levels.map((level) => (
            <option key={level} value={level}>
              {t(`level.${level}`, { defaultValue: level })}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}

/** One seat for somebody else. Whoever opens a room sits in it: giving my only seat away moves me to the next one. */
function withPlace(places: readonly Place[], seat: number, place: Place): Place[] {
  const put = places.map((old, at) => (at === seat ? place : old));
  if (put.some((one) => one.for === "me")) return put;
  const next = (seat + 1) % places.length;
  return put.map((old, at) => (at === next ? { for: "me" } : old));
}

/** Fewer or more seats. A new one is like the last bot, or free; I keep a seat whatever goes. */
function resized(places: readonly Place[], count: number): Place[] {
  const more: Place = places.findLast((place) => place.for === "bot") ?? { for: "anybody" };
  const kept = Array.from({ length: count }, (_, seat) => places[seat] ?? more);
  return kept.some((place) => place.for === "me") ? kept : [{ for: "me" }, ...kept.slice(1)];
}
