/** How long the hub is waited for where something else can be had: not long, and less once it is known to be unreachable. */
import { UNREACHABLE_HEADER } from "@/api/noServer";
import { isServerUnreachable, onReachabilityChange, unreachableSince } from "@/api/reachable";

/** In milliseconds. The service worker gives what it has kept sooner (service-worker/keptAnswers.ts). */
export const HUB_TIMEOUT_MS = 10_000;
/** After the hub was found to be unreachable, or after asking if that was known before. */
const UNREACHABLE_TIMEOUT_MS = 2000;

/** Until when one is waited for who was asked at that time, both in milliseconds of `performance.now()`. */
export const waitedUntil = (asked: number): number =>
  Math.max(unreachableSince(), asked) + UNREACHABLE_TIMEOUT_MS;

/** Ends the waiting for the hub; a silence that ends before that is forgotten. */
function hubTimeout(): AbortSignal {
  const limit = AbortSignal.timeout(HUB_TIMEOUT_MS);
  if (limit.aborted) return limit;
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    stop();
    clearTimeout(timer);
    ending.abort(new DOMException("the hub does not answer", "TimeoutError"));
  };
  const look = () => {
    if (isServerUnreachable()) {
      timer ??= setTimeout(end, UNREACHABLE_TIMEOUT_MS);
    } else {
      clearTimeout(timer);
      timer = undefined;
    }
  };
  const stop = onReachabilityChange(look);
  limit.addEventListener("abort", end);
  look();
  return ending.signal;
}

/**
 * As fetch, for what the hub is not waited for without end. What is read is asked for once more where the hub was found to
 * be silent meanwhile: the service worker has waited for the hub until then, and gives what it has kept at once now.
 */
export async function askHub(request: Request): Promise<Response> {
  if (isServerUnreachable()) return askUnreachableHub(request);
  try {
    return await fetch(request, { signal: hubTimeout() });
  } catch (error) {
    if (request.method !== "GET" || !isTimeout(error) || !isServerUnreachable()) throw error;
    return askUnreachableHub(request);
  }
}

function askUnreachableHub(request: Request): Promise<Response> {
  const sent = new Request(request);
  sent.headers.set(UNREACHABLE_HEADER, "1");
  return fetch(sent, { signal: hubTimeout() });
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === "TimeoutError";
