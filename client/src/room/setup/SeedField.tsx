/** A certain board instead of a drawn one: folded away, for those who were given its number. */
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { number } from "@/text/times";
import "./OptionControl.css";

/** The largest number that the server takes for a board, on either side of zero. */
const LARGEST = 2 ** 52;

/** The board's number as it was typed; null for nothing, undefined for what is no such number. */
export function seedOf(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  const value = /^[-−]?\d{1,16}$/.test(typed) ? Number(typed.replace("−", "-")) : Number.NaN;
  return Math.abs(value) <= LARGEST ? value : undefined;
}

export function SeedField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation("hub");
  const id = useId();
  const wrong = seedOf(value) === undefined;
  return (
    <details className="option-more">
      <summary>{t("setup.more")}</summary>
      <div className="option-field option-seed">
        <label htmlFor={id}>{t("seed.label")}</label>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          maxLength={24}
          value={value}
          aria-invalid={wrong}
          aria-describedby={`${id}-text`}
          onChange={(event) => onChange(event.target.value)}
        />
        <p id={`${id}-text`} className="soft">
          {wrong ? (
            <strong className="option-wrong">
              {t("seed.wrong", { least: number(-LARGEST), most: number(LARGEST) })}
            </strong>
          ) : (
            t("seed.text")
          )}
        </p>
      </div>
    </details>
  );
}
