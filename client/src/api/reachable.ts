/** Whether the server can be heard: asked again and again by those who wait for it. */
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

const silent = observable(false);
let since = Number.POSITIVE_INFINITY;

/** To be called when a request got no answer, or one from the cache: the server counts as silent until it answers again. */
export function serverSilent(): void {
  if (silent.get()) return;
  since = performance.now();
  silent.set(true);
  onceReachable(() => {
    since = Number.POSITIVE_INFINITY;
    silent.set(false);
  });
}

export const isServerSilent = silent.get;

/** Since when the server has been silent, in milliseconds of `performance.now()`; infinity while it is not. */
export const silentSince = (): number => since;

/** Calls when the server becomes silent, or is heard again; the answer stops that. */
export const onSilence = silent.subscribe;

/** Whether the server is silent, as far as this page knows. */
export const useServerSilent = (): boolean => useObservable(silent);

/** A browser that knows of no network may still reach a server on its own machine: only the server's silence counts. */
export async function offline(): Promise<void> {
  if (!(await isReachable())) serverSilent();
}

window.addEventListener("offline", () => void offline());
if (!navigator.onLine) void offline();
