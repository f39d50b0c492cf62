/** The control for one option of a game, by its kind: words to choose from, a switch, a number, a text. */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Schema } from "@/api/client";
import type { OptionValue } from "@/catalogue/options";
import { wordsIn } from "@/text/languages";
import { number } from "@/text/times";
import { Checkbox } from "@/ui/controls/Checkbox";
import { Choose } from "@/ui/controls/Choose";
import "./OptionControl.css";

interface OptionControlProps {
  option: Schema["OptionSpec"];
  value: OptionValue;
  onChange: (value: OptionValue) => void;
}

export function OptionControl({ option, value, onChange }: OptionControlProps) {
  const { i18n } = useTranslation("hub");
  const label = wordsIn(i18n.language, option.label);
  switch (option.kind) {
    case "choice":
      return <Values label={label} values={option.choices} value={value} onChange={onChange} />;
    case "bool":
      return <Checkbox label={label} checked={value === true} onChange={onChange} />;
    case "integer":
    case "number":
      return <NumberOption option={option} label={label} value={value} onChange={onChange} />;
    case "text":
      return (
        <label className="option-field">
          <span className="soft">{label}</span>
          <input
            value={String(value ?? "")}
            placeholder={option.empty ? labelOf(option.empty, i18n.language) : undefined}
            onChange={(event) => onChange(event.target.value || (option.empty ? null : ""))}
          />
        </label>
      );
  }
}

type Choice = Schema["OptionChoice"];

interface ValuesProps extends Omit<OptionControlProps, "option"> {
  label: string;
  values: readonly Choice[];
}

function Values({ label, values, value, onChange }: ValuesProps) {
  const { i18n } = useTranslation("hub");
  return (
    <Choose
      label={label}
      value={String(value)}
      values={shown(values, i18n.language)}
      onChange={(text) => {
        const chosen = values.find((choice) => String(choice.value) === text);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

const shown = (values: readonly Choice[], language: string) =>
  values.map((choice) => ({ value: String(choice.value), label: labelOf(choice, language) }));

/** Stands among suggested numbers for any other. */
const OTHER = "other";

/** What the game calls a value; a number without a name as the language writes it. */
function labelOf({ value, label }: Choice, language: string): string {
  const words = wordsIn(language, label) || String(value);
  return typeof value === "number" && words === String(value) ? number(value, 3) : words;
}

/** Suggested values first, to leave it empty where it may be, and another: that shows a field for any within the bounds. */
function NumberOption({ option, label, value, onChange }: OptionControlProps & { label: string }) {
  const { t, i18n } = useTranslation("hub");
  const id = useId();
  const { empty } = option;
  const { least, most } = boundsFor(option, value);
  const offered = empty ? [empty, ...option.suggested] : option.suggested;
  const within = [least, most].some((bound) => bound != null) && t("setup.bounds", bounded(least, most));
  const bounds = [within, ...named(option, i18n.language)].filter(Boolean).join("; ");
  const [typing, setTyping] = useState(false);
  const allowed = isAllowed(option, value);
  const needed = t(option.kind === "integer" ? "setup.wholeNeeded" : "setup.numberNeeded");
  const types = typing || !offered.some((choice) => choice.value === value);
  return (
    <div className="option-number">
      {offered.length > 0 && (
        <Choose
          label={label}
          value={types ? OTHER : String(value)}
          values={[...shown(offered, i18n.language), { value: OTHER, label: t("setup.otherNumber") }]}
          onChange={(text) => {
            setTyping(text === OTHER);
            const chosen = offered.find((choice) => String(choice.value) === text);
            if (chosen) onChange(chosen.value);
          }}
        />
      )}
      <div className="option-field" hidden={offered.length > 0 && !types}>
        <label className="soft" htmlFor={id}>
          {offered.length > 0 ? t("setup.other", { option: label }) : label}
        </label>
        <input
          id={id}
          type="number"
          inputMode={option.kind === "integer" ? "numeric" : "decimal"}
          step={option.kind === "integer" ? 1 : "any"}
          min={least ?? undefined}
          max={most ?? undefined}
          required={!empty}
          value={typeof value === "number" && Number.isFinite(value) ? value : ""}
          aria-invalid={!allowed}
          aria-describedby={`${id}-bounds`}
          onChange={({ target }) =>
            onChange(empty && target.value === "" && !target.validity.badInput ? null : target.valueAsNumber)
          }
        />
        <span id={`${id}-bounds`} className="soft" aria-live="polite">
          {allowed ? (
            bounds
          ) : (
            <strong className="option-wrong">{[needed, bounds].filter(Boolean).join(": ")}</strong>
          )}
        </span>
      </div>
    </div>
  );
}

/** The bounds of an option; of a whole number with one bound, or one that no program carries exactly, those of all numbers
 *  in place of what the game leaves open. */
function boundsFor({ kind, least, most }: Schema["OptionSpec"], value: OptionValue) {
  const isCarried = !Number.isInteger(value) || Number.isSafeInteger(value);
  const isOpen = least == null && most == null;
  if (kind !== "integer" || (isOpen && isCarried)) return { least, most };
  return { least: least ?? Number.MIN_SAFE_INTEGER, most: most ?? Number.MAX_SAFE_INTEGER };
}

/** Bounds that mean something else than a number of their kind: "0: no limit". */
function named({ least, most, suggested }: Schema["OptionSpec"], language: string): string[] {
  return suggested
    .filter(({ value }) => value != null && (value === least || value === most))
    .map((choice) => [choice.value, labelOf(choice, language)] as const)
    .filter(([, words]) => !/\d/.test(words))
    .map(([value, words]) => `${value}: ${words}`);
}

function bounded(least: number | null | undefined, most: number | null | undefined) {
  return { least: least == null ? "–∞" : number(least, 3), most: most == null ? "∞" : number(most, 3) };
}

/** Whether a value may be sent as it is: a number within its bounds, whole where it must be, or empty where it may be. An
 * integer that JavaScript rounds is not what was typed. */
export function isAllowed({ kind, least, most, empty }: Schema["OptionSpec"], value: OptionValue): boolean {
  if (value === null) return empty != null;
  if (kind !== "integer" && kind !== "number") return true;
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  if (kind === "integer" && !Number.isSafeInteger(value)) return false;
  return value >= (least ?? value) && value <= (most ?? value);
}
