/** Who plays here, as the hub said it last: whoever is out of its reach is still somebody. */

import type { Schema } from "@/api/client";
import { newCode } from "@/api/ids";
import { keyOf } from "@/base";

const KEY = keyOf("me");
const FORMERS = keyOf("formers");
/** The newest are remembered. */
const MOST_FORMERS = 20;
export type Me = Schema["Player"];

function read<T>(key: string): T | null {
  try {
    return parsed<T>(localStorage.getItem(key));
  } catch {
    return null;
  }
}

const parsed = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));

/** Null removes it. */
function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Where nothing is kept, nobody is remembered.
  }
}

/** Null where the hub does not say who I am any more. */
export function rememberMe(me: Me | null): void {
  const before = rememberedMe();
  write(KEY, me);
  if (before?.id === me?.id) return;
  const others = formers().filter(({ id }) => id !== before?.id && id !== me?.id);
  write(FORMERS, [...(before ? [before] : []), ...others].slice(0, MOST_FORMERS));
}

/** The player was never here; others who were before are still remembered. */
export function forgetMe(): void {
  const me = rememberedMe();
  write(KEY, null);
  if (me) forgetFormer(me.id);
}

/** Whoever was remembered here before, the last one first. */
export const formers = (): Me[] => read<Me[]>(FORMERS) ?? [];

/** That one is somebody else. */
export const forgetFormer = (id: string): void =>
  write(
    FORMERS,
    formers().filter((one) => one.id !== id),
  );

export const rememberedMe = (): Me | null => read<Me>(KEY);

/** Is called when another window says that somebody else is here; what it answers stops that. */
export function onOtherMe(call: () => void): () => void {
  const changed = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key === KEY && parsed<Me>(oldValue)?.id !== parsed<Me>(newValue)?.id) call();
  };
  addEventListener("storage", changed);
  return () => removeEventListener("storage", changed);
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
