/** Which options somebody chose, in words. */
import type { Schema } from "@/api/client";
import { wordsIn } from "@/text/languages";
import { number } from "@/text/times";

type Value = string | number | boolean | null;

/** Those that are not at their default: "Time for each line: 10 s"; nothing where all are. */
export function optionsText(
  options: readonly Schema["OptionSpec"][],
  chosen: Readonly<Record<string, Value>>,
  language: string,
): string[] {
  return options.flatMap((option) => {
    const value = chosen[option.name];
    if (value == null || value === option.default) return [];
    const label = wordsIn(language, option.label);
    return [value === true ? label : `${label}: ${valueText(option, value, language)}`];
  });
}

/** Those that are chosen by words, at their default or not: "Classic, 120 seconds". */
export function choicesText(
  options: readonly Schema["OptionSpec"][],
  chosen: Readonly<Record<string, Value>>,
  language: string,
): string[] {
  return options
    .filter(({ kind }) => kind === "choice")
    .map((option) => valueText(option, chosen[option.name] ?? option.default, language));
}

function valueText({ choices, suggested }: Schema["OptionSpec"], value: Value, language: string): string {
  const named = [...choices, ...suggested].find((choice) => choice.value === value);
  const words = named ? wordsIn(language, named.label) : "";
  return words || (typeof value === "number" ? number(value, 3) : String(value));
}
