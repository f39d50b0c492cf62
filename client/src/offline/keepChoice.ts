/** Whether somebody wants the games kept on this device, as they said it last. */
import { keyOf } from "@/base";

const KEY = keyOf("keep-offline");
/** So long a device on which it did not fit is not tried again without being asked. */
const FULL_MS = 24 * 3600 * 1000;

/** `full` is when it did not fit. */
interface KeepChoice {
  keep: boolean;
  full?: number;
}

/** Null where nobody has said anything. */
function keepChoice(): KeepChoice | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? null : (JSON.parse(kept) as KeepChoice);
  } catch {
    return null;
  }
}

export function setKeepChoice(now: KeepChoice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // Where nothing is kept, nothing was chosen.
  }
}

/** Whether it is kept, and kept up to date, without being asked for; `otherwise` where nobody has said anything. */
export function isKeptByItself(otherwise: boolean, now = Date.now()): boolean {
  const said = keepChoice();
  if (said === null) return otherwise;
  return said.keep && (said.full === undefined || said.full + FULL_MS <= now);
}
