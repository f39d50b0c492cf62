/** How the people at the table are called. */
import { type SeatNow, useHost } from "@/game-kit";
import { LETTERS } from "./Stitches";

export interface Named {
  name: string;
  /** What else is to be said: that it is you, a bot's level, that somebody is away. */
  note: string;
  bot: boolean;
  me: boolean;
  away: boolean;
}

/** The first of my seats is me; whoever plays the others sits beside me at this device. */
export function useNames(seats: readonly SeatNow[], mine: readonly number[]): readonly Named[] {
  const { t } = useHost();
  return seats.map((seat, index) => {
    const letter = LETTERS[index];
    const bot = seat.held_by === "bot";
    const away = seat.held_by === "player" && seat.present === false;
    const me = mine[0] === index;
    const plain = { bot, me, away };
    if (seat.held_by === "nobody") return { ...plain, name: t("seat.free"), note: "" };
    if (bot) {
      const level = t(`level.${seat.level}`, { defaultValue: seat.level ?? "" });
      return { ...plain, name: t("name.bot"), note: level };
    }
    if (mine.includes(index) && !me)
      return { ...plain, name: t("name.friend", { letter }), note: t("name.here") };
    const note = away ? t("seat.away") : me ? t("name.you") : "";
    return { ...plain, name: seat.name ?? t("name.player", { letter }), note };
  });
}
