/** What games, boards and options are called, and what else the server says of its games. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Schema } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import { type Words, wordsIn } from "@/text/languages";
import { type ChosenOptions, optionsText } from "./options";

export type ListedGame = Schema["ListedGame"];

/** A game as the server lists it; undefined until the list has come, and for a game that is not on it. */
export function useListedGame(id: string): ListedGame | undefined {
  return useQuery(gamesQuery).data?.find((game) => game.id === id);
}

/** The levels of bots that a game has, the weakest first; none until the list has come. */
export function useLevels(game: string): readonly string[] {
  return useListedGame(game)?.bots ?? [];
}

/** The level that is offered first; none where a game has no bots. A list of an earlier version does not name it. */
export const middleBot = (game: ListedGame | undefined): string =>
  game?.middle_bot ?? game?.bots[(game.bots.length - 1) >> 1] ?? "";

/** Whether a game is for one player alone. */
export const isSolo = (game: ListedGame): boolean => game.seats[1] === 1;

export interface Names {
  game: (id: string) => string;
  summary: (id: string) => string;
  /** A board of a leaderboard, a mode, a difficulty. */
  board: (game: string, board: string) => string;
  /** The options of a room that are not at their defaults; beside a board without the one that it is named after. */
  options: (room: { game: string; options: ChosenOptions }, board?: string) => readonly string[];
}

/** Names in the player's language. Nothing until the list has come; an id for what is not on it. */
export function useNames(): Names {
  const { i18n } = useTranslation("hub");
  const games = useQuery(gamesQuery).data;
  const listed = (id: string) => games?.find((game) => game.id === id);
  const word = (words: Words | undefined, otherwise: string) =>
    words ? wordsIn(i18n.language, words) : games ? otherwise : "";
  return {
    game: (id) => word(listed(id)?.title, id),
    summary: (id) => word(listed(id)?.summary, ""),
    board: (game, board) => word(listed(game)?.boards.find(({ name }) => name === board)?.label, board),
    options: (room, board) => {
      const game = listed(room.game);
      return game ? optionsText(game, room.options, i18n.language, board) : [];
    },
  };
}
