/** Which options somebody chose, as values and in words. */
import type { Schema } from "@/api/client";
import { wordsIn } from "@/text/languages";
import { number } from "@/text/times";

export type OptionValue = string | number | boolean | null;
export type ChosenOptions = Readonly<Record<string, OptionValue>>;

/** The value of an option: the chosen one, even if it is empty, else the game's default. */
export function optionValue(
  { name, default: otherwise }: Schema["OptionSpec"],
  chosen: ChosenOptions,
): OptionValue {
  const value = chosen[name];
  return value === undefined ? otherwise : value;
}

type NamedGame = Pick<Schema["ListedGame"], "options" | "boards">;

/** The option that a board is named after, such as a difficulty; undefined for a board that no option names. Where several
 *  have a choice of that name, it is the one that names most of the game's boards. */
export function boardOption({ options, boards }: NamedGame, board: string | undefined) {
  const named = ({ choices }: Schema["OptionSpec"]) =>
    boards.filter(({ name }) => choices.some(({ value }) => value === name)).length;
  return options
    .filter(({ choices }) => choices.some(({ value }) => value === board))
    .sort((one, other) => named(other) - named(one))[0];
}

/** The options that are not at their default, in words: "Time for each line: 10 s", "Open hands: Off"; empty if all are. A
 *  switch that is on is told by its label, unless the game names that. Beside a board the option that it is named after
 *  is left out. */
export function optionsText(
  game: NamedGame,
  chosen: ChosenOptions,
  language: string,
  board?: string,
): string[] {
  const told = boardOption(game, board);
  return game.options.flatMap((option) => {
    const value = optionValue(option, chosen);
    if (value === option.default || (option === told && value === board)) return [];
    const label = wordsIn(language, option.label);
    const isNamed = value !== true || option.choices.some((choice) => choice.value === true);
    return [isNamed ? `${label}: ${valueText(option, value, language)}` : label];
  });
}

/** The options whose values have names, at their default or not: "Classic, 120 seconds". */
export function choicesText(
  options: readonly Schema["OptionSpec"][],
  chosen: ChosenOptions,
  language: string,
): string[] {
  return options
    .filter(({ kind }) => kind === "choice")
    .map((option) => valueText(option, optionValue(option, chosen), language));
}

function valueText(option: Schema["OptionSpec"], value: OptionValue, language: string): string {
  const { choices, suggested, empty } = option;
  const named = [...choices, ...suggested, empty].find((choice) => choice?.value === value);
  const words = named ? wordsIn(language, named.label) : "";
  return words || (typeof value === "number" ? number(value, 3) : String(value));
}
