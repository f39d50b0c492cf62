/** Which announcement was closed on this device, by its number. Where nothing can be kept, it comes back with the page. */
import { keyOf } from "@/base";

const KEY = keyOf("announcement");

export function dismissed(): number {
  try {
    return Number(localStorage.getItem(KEY) ?? 0);
  } catch {
    return 0;
  }
}

export function dismiss(act: number): void {
  try {
    localStorage.setItem(KEY, String(act));
  } catch {
    // Private windows may keep nothing.
  }
}
