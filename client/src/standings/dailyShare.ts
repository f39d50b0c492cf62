/** What is handed to others of a daily: the game, the day, how it went and where to play it; nothing of the board. */

import i18next, { type TFunction } from "i18next";
import type { Schema } from "@/api/client";
import { linkTo } from "@/base";
import { wordsIn } from "@/text/languages";
import { day as dayName } from "@/text/times";

export function dailyShare(
  t: TFunction<"hub">,
  game: string,
  title: string,
  day: string,
  shown: Schema["ShownScore"] | null,
  place: { rank: number; players: number } | null,
): string {
  const facts = {
    game: title,
    day: dayName(day),
    score: shown ? wordsIn(i18next.language, shown.spoken) : "–",
    ...place,
  };
  const words = t(place ? "daily.shareText" : "daily.shareOnly", facts);
  return `${words}\n${linkTo(`/daily/${game}/${day}`)}`;
}
