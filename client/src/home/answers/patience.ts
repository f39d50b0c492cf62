/** How long the hub is waited for where something else can be had: not long, and less once it is known to be silent. */
import { SILENT_HEADER } from "@/api/noServer";
import { isServerSilent, onSilence, silentSince } from "@/api/reachable";

/** In milliseconds. The service worker gives what it has kept sooner (service-worker/keptAnswers.ts). */
export const PATIENCE = 10_000;
/** After the hub was found to be silent, or after asking if that was known before. */
export const PATIENCE_SILENT = 2000;

/** Until when one is waited for who was asked at that time, both in milliseconds of `performance.now()`. */
export const waitedUntil = (asked: number): number => Math.max(silentSince(), asked) + PATIENCE_SILENT;

/** Ends the waiting for the hub. */
function patience(): AbortSignal {
  const limit = AbortSignal.timeout(PATIENCE);
  if (limit.aborted) return limit;
  const ending = new AbortController();
  const end = () => {
    stop();
    ending.abort(new DOMException("the hub does not answer", "TimeoutError"));
  };
  const look = () => {
    if (isServerSilent()) setTimeout(end, PATIENCE_SILENT);
  };
  const stop = onSilence(look);
  limit.addEventListener("abort", end);
  look();
  return ending.signal;
}

/** As fetch, for what the hub is not waited for without end. */
export function askHub(request: Request): Promise<Response> {
  const sent = isServerSilent() ? new Request(request) : request;
  if (sent !== request) sent.headers.set(SILENT_HEADER, "1");
  return fetch(sent, { signal: patience() });
}
