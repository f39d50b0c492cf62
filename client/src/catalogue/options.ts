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

/** The options that are not at their default, in words: "Time for each line: 10 s"; empty if all are. A value that stands
 *  beside them already, as the name of a board, is left out. */
export function optionsText(
  options: readonly Schema["OptionSpec"][],
  chosen: ChosenOptions,
  language: string,
  beside?: string,
): string[] {
  return options.flatMap((option) => {
    const value = optionValue(option, chosen);
    const text = valueText(option, value, language);
    if (value === option.default || text === beside) return [];
    const label = wordsIn(language, option.label);
    return [value === true ? label : `${label}: ${text}`];
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
