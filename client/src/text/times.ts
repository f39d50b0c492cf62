/** Times and numbers as the player's language writes them. */
import i18next from "i18next";

export const DAY_MS = 86_400_000;

/** As the browser's own region writes the chosen language, if it is one of the browser's: "en-GB" for English. */
function locale(): string {
  const { language } = i18next;
  return navigator.languages.find((tag) => tag.split("-")[0]?.toLowerCase() === language) ?? language;
}

/** "3 minutes ago", from milliseconds since 1970. */
export function ago(at: number, now: number = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const seconds = Math.round((at - now) / 1000);
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return format.format(0, "second");
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

export function date(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** "2026-11-15" as a day in words. */
export function day(name: string): string {
  const at = Date.parse(`${name}T00:00:00Z`);
  return new Intl.DateTimeFormat(locale(), { dateStyle: "long", timeZone: "UTC" }).format(at);
}

/** Minutes and seconds: 125 is 2:05. */
export function span(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value);
}
