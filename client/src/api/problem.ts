/** What the server refused, and how that is said to a player. */
import i18next from "i18next";

/** A refusal in the shape of RFC 9457. `code` is stable; `detail` says what was wrong. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly detail: string,
    readonly status: number,
  ) {
    super(`${code}: ${detail}`);
  }
}

export const isProblem = (error: unknown, code: string): boolean =>
  error instanceof Problem && error.code === code;

/** Whether the server understood the request and refused it: to send it again is no use. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Problem && error.status >= 400 && error.status < 500;

/** Whether this device failed, not the server: the player may try again. */
export const isOfDevice = (error: unknown): boolean =>
  isProblem(error, "took-too-long") || isProblem(error, "python-fault");

/** A failure in words: in the player's language for codes that players meet, else the server's own sentence. */
export function problemText(error: unknown): string {
  if (!(error instanceof Problem)) return i18next.t("problem.unknown", { ns: "hub" });
  return i18next.t(`problem.${error.code}`, { ns: "hub", defaultValue: error.detail });
}
