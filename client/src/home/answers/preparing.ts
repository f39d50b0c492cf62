/** A hub that compiles its games, once: what is begun meanwhile takes longer than the hub is waited for. */
import type { Schema } from "@/api/client";
import { addressOf } from "@/base";

/** Between two looks at whether the hub prepares something, in milliseconds. */
const LOOK_MS = 2000;
/** So long the hub may take to say so. */
const PATIENCE_MS = 4000;

async function isPreparing(): Promise<boolean> {
  try {
    const asked = { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) } as const;
    const { status } = (await (await fetch(addressOf("health"), asked)).json()) as Schema["Health"];
    return status === "preparing";
  } catch {
    return false;
  }
}

/** The hub's answer, or null where none came within so many milliseconds. While it prepares a game, that is said and waited for. */
export async function answerInTime(answer: Promise<Response>, ms: number): Promise<Response | null> {
  const failed = answer.catch(() => null);
  let noted = false;
  for (let waited = LOOK_MS; ; waited += LOOK_MS) {
    const late = new Promise<"late">((resolve) => setTimeout(() => resolve("late"), LOOK_MS));
    const first = await Promise.race([failed, late]);
    if (first !== "late") return first;
    const preparing = await isPreparing();
    if (!preparing && waited >= ms) return null;
    if (preparing && !noted)
      void import("@/home/python/StartingNote").then(({ notePreparing }) => notePreparing(failed));
    noted ||= preparing;
  }
}
