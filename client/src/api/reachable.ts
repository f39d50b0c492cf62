/** Whether the server can be reached: asked again and again by those who wait for it. */
import { addressOf } from "@/base";
import { observable, useObservable } from "@/observable";
import type { Schema } from "./client";

const ASK_AGAIN_MS = 2000;
/** How long the server may take to answer, in milliseconds: a connection that carries nothing is as good as none. */
export const STATUS_MS = 4000;

/** The server's health as it reports it; null if no answer comes within `ms` milliseconds. */
export async function serverStatus(ms = STATUS_MS): Promise<Schema["Health"]["status"] | null> {
  try {
    const answer = await fetch(addressOf("health"), { cache: "no-store", signal: AbortSignal.timeout(ms) });
    return answer.ok ? ((await answer.json()) as Schema["Health"]).status : null;
  } catch {
    return null;
  }
}

/** Whether the server answers now. */
export const isReachable = async (): Promise<boolean> => (await serverStatus()) !== null;

/** Calls `call` once the server answers, and a moment after the network is back at the latest. Returns a function that stops
 * the waiting. */
export function onceReachable(call: () => void): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    clearTimeout(timer);
    const answered = await isReachable();
    if (stopped) return;
    if (!answered) {
      timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
      return;
    }
    stop();
    call();
  };
  const online = () => void ask();
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    window.removeEventListener("online", online);
  };
  window.addEventListener("online", online);
  void ask();
  return stop;
}

const unreachable = observable(false);
let since = Number.POSITIVE_INFINITY;

/** To be called when a request got no answer, or one from the cache: the server counts as unreachable until it answers again. */
export function markServerUnreachable(): void {
  if (unreachable.get()) return;
  since = performance.now();
  unreachable.set(true);
  onceReachable(() => {
    since = Number.POSITIVE_INFINITY;
    unreachable.set(false);
  });
}

export const isServerUnreachable = unreachable.get;

/** Since when the server has been unreachable, in milliseconds of `performance.now()`; infinity while it is not. */
export const unreachableSince = (): number => since;

/** Calls when the server becomes unreachable, or reachable again; the returned function stops that. */
export const onReachabilityChange = unreachable.subscribe;

/** Whether the server is unreachable, as far as this page knows. */
export const useServerUnreachable = (): boolean => useObservable(unreachable);

/**
 * To be called where something hints that the server is gone: if it does not answer, it counts as unreachable. A browser that
 * knows of no network may still reach a server on its own machine.
 */
export async function lookForServer(): Promise<void> {
  if (!unreachable.get() && !(await isReachable())) markServerUnreachable();
}

window.addEventListener("offline", () => void lookForServer());
if (!navigator.onLine) void lookForServer();
