/** What the players of a match are called: two at one device, several bots and namesakes are told apart. */
import type { Translate } from "../contract/host";
import type { SeatNow } from "../contract/types";

/** A, B, C, D: how seats are told apart where there is no room for names. */
export function seatLetter(seat: number): string {
  return "ABCD"[seat] ?? String(seat + 1);
}

/** What the server calls somebody whose name was deleted. */
const DELETED = "a player who left";

export interface PlayerName {
  /** The name to show beside the seat's letter or colour. */
  name: string;
  /** The name for sentences: with the seat's letter where several are called the same, as bots are. */
  fullName: string;
  /** What else is to be said: that it is you, a bot's level, that somebody is away. */
  note: string;
  bot: boolean;
}

/** The names, seat by seat. My first seat is me; my other seats are played by people beside me at this device. */
export function playerNames(t: Translate, seats: readonly SeatNow[], mine: readonly number[]): PlayerName[] {
  const names = seats.map((held, seat) => nameOf(t, held, seat, mine));
  const isShared = (name: string) => names.filter((other) => other.name === name).length > 1;
  return names.map((player, seat) => ({
    ...player,
    fullName: isShared(player.name) ? `${player.name} ${seatLetter(seat)}` : player.name,
  }));
}

function nameOf(t: Translate, held: SeatNow, seat: number, mine: readonly number[]) {
  const [letter, me] = [seatLetter(seat), mine[0] === seat];
  if (held.held_by === "nobody")
    return { name: held.kept_name || t("seat.free"), note: held.kept_name ? t("seat.left") : "", bot: false };
  if (held.held_by === "bot")
    return {
      name: t("seating.bot"),
      note: held.kept_name
        ? t("seat.standsIn", { name: held.kept_name })
        : t(`level.${held.level}`, { defaultValue: held.level ?? "" }),
      bot: true,
    };
  if (mine.includes(seat) && !me)
    return { name: t("seat.friend", { letter }), note: t("seat.here"), bot: false };
  const note = held.present === false ? t("seat.away") : me ? t("seat.you") : "";
  const name = held.name === DELETED ? t("seat.deleted") : held.name;
  return { name: name ?? t("seat.player", { letter }), note, bot: false };
}
