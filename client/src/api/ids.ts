/** Rooms and matches at home, told from those of a hub by their names; and whether anything is kept at home at all. */
import { keyOf } from "@/base";

const AT_HOME = "home-";
const ANYTHING = keyOf("home");

export const isAtHome = (id: string): boolean => id.startsWith(AT_HOME);

/** The code of a new room. */
export function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return AT_HOME + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * What a match of the hub is called where it goes on at home, and the table with it: in every window the same. Its log
 * keeps the id that the hub knows.
 */
export const idAtHome = (match: string): string => (isAtHome(match) ? match : AT_HOME + match);

/** Whether both name the same match, at the hub and at home. */
export const isSameMatch = (one: string, other: string): boolean => idAtHome(one) === idAtHome(other);

/** Whether this browser has ever kept a match at home: if not, the code that looks for one is never loaded. */
export function anythingKept(): boolean {
  try {
    return localStorage.getItem(ANYTHING) !== null;
  } catch {
    return false;
  }
}

export function setAnythingKept(): void {
  try {
    localStorage.setItem(ANYTHING, "yes");
  } catch {
    // A browser that keeps nothing here keeps no tables either.
  }
  dispatchEvent(new Event(ANYTHING));
}

/** Calls `call` when something is kept in this page, or for the first time in another. Returns a function that stops it. */
export function onAnythingKept(call: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => void (key === ANYTHING && call());
  addEventListener(ANYTHING, call);
  addEventListener("storage", elsewhere);
  return () => {
    removeEventListener(ANYTHING, call);
    removeEventListener("storage", elsewhere);
  };
}
