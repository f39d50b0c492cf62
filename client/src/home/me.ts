/** Who plays here, as the hub said it last: whoever is out of its reach is still somebody. */
import type { Schema } from "@/api/client";

const KEY = "parlour.me";
export type Me = Schema["Player"];

export function rememberMe(me: Me | null): void {
  try {
    if (me) localStorage.setItem(KEY, JSON.stringify(me));
    else localStorage.removeItem(KEY);
  } catch {
    // Where nothing is kept, nobody is remembered.
  }
}

export function rememberedMe(): Me | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? null : (JSON.parse(kept) as Me);
  } catch {
    return null;
  }
}
