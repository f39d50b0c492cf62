/** What games, boards and options are called. A game's own words for its boards stand in its game.ts. */
import { useTranslation } from "react-i18next";
import { cardOf } from "./registry";

export interface Names {
  game: (id: string) => string;
  summary: (id: string) => string;
  /** A board of a leaderboard, a mode, a difficulty. */
  board: (game: string, board: string) => string;
  option: (game: string, option: string) => string;
  value: (game: string, option: string, value: string | number | boolean) => string;
}

export function useNames(): Names {
  const { i18n } = useTranslation("hub");
  const language = i18n.language as "en" | "ko";
  const word = (game: string, key: string, otherwise: string) =>
    cardOf(game)?.words[key]?.[language] ?? otherwise;
  return {
    game: (id) => cardOf(id)?.title[language] ?? id,
    summary: (id) => cardOf(id)?.summary[language] ?? "",
    board: (game, board) => word(game, board, board),
    option: (game, option) => word(game, option, option),
    value: (game, option, value) =>
      word(game, `${option}.${value}`, word(game, String(value), String(value))),
  };
}
