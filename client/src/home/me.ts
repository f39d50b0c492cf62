/** Who plays here, as the hub said it last: whoever is out of its reach is still somebody. */

import type { Schema } from "@/api/client";
import { keyOf } from "@/base";
import { newCode } from "./ids";

const KEY = keyOf("me");
const FORMER = keyOf("me-before");
export type Me = Schema["Player"];

/** Null where the hub does not say who I am any more. */
export function rememberMe(me: Me | null): void {
  const before = rememberedMe();
  try {
    if (me) localStorage.setItem(KEY, JSON.stringify(me));
    else localStorage.removeItem(KEY);
    if (before && before.id !== me?.id) localStorage.setItem(FORMER, before.id);
  } catch {
    // Where nothing is kept, nobody is remembered.
  }
}

/** Nobody was ever here. */
export function forgetMe(): void {
  try {
    localStorage.removeItem(KEY);
    localStorage.removeItem(FORMER);
  } catch {
    // Where nothing is kept, nobody is remembered.
  }
}

/** The id of whoever was remembered here before; null if nobody was. */
export function formerMe(): string | null {
  try {
    return localStorage.getItem(FORMER);
  } catch {
    return null;
  }
}

/** Whoever was here before is somebody else. */
export function forgetFormerMe(): void {
  try {
    localStorage.removeItem(FORMER);
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

let guest: Me | null = null;

/** Who plays here; whom no hub has met is a guest of this device until one says who they are. */
export function meHere(name: string): Me {
  const known = rememberedMe();
  if (known) return known;
  guest ??= { id: newCode(), name, recoverable: false, account: false };
  rememberMe(guest);
  return guest;
}
