/** The wooden tray with its slots; with the pencil in hand, nine figures to write instead. */
import { useHost } from "@/game-kit";

interface TrayProps {
  slots: number;
  tray: readonly number[];
  /** Tokens that are on their way to the paper. */
  leaving: readonly number[];
  chosen: number | null;
  pencil: boolean;
  onChoose: ((digit: number) => void) | null;
}

export function Tray({ slots, tray, leaving, chosen, pencil, onChoose }: TrayProps) {
  const { t } = useHost();
  if (pencil) {
    return (
      <fieldset className="sd-tray sd-figures">
        <legend className="unseen">{t("tray.pencil")}</legend>
        {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => (
          <button
            key={digit}
            type="button"
            className="sd-figure"
            aria-pressed={digit === chosen}
            onClick={() => onChoose?.(digit)}
          >
            {digit}
          </button>
        ))}
      </fieldset>
    );
  }
  const going = [...leaving];
  return (
    <fieldset className="sd-tray">
      <legend className="unseen">{t("tray.label", { held: tray.length, slots })}</legend>
      {Array.from({ length: slots }, (_, slot) => {
        const digit = tray[slot];
        const pending = digit !== undefined && going.includes(digit);
        if (pending) going.splice(going.indexOf(digit), 1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its number
          <span className="sd-slot" key={slot}>
            {digit !== undefined && (
              <button
                key={digit}
                type="button"
                className="sd-tile sd-token"
                data-digit={digit}
                data-free="true"
                data-pending={pending}
                data-selected={digit === chosen}
                aria-pressed={digit === chosen}
                aria-disabled={!onChoose}
                aria-label={t("tray.token", { digit })}
                onClick={() => onChoose?.(digit)}
              >
                <span className="sd-face" aria-hidden="true">
                  {digit}
                </span>
              </button>
            )}
          </span>
        );
      })}
    </fieldset>
  );
}
