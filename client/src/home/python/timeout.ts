/** How long Python is waited for: as long as the page was there to wait. */

/** In milliseconds: neither a stage of Python's start nor a short piece of work takes a slow device as long. */
export const NO_ANSWER_MS = 60_000;
/** However long one took, it counts as one: a device that slept, or a page that was frozen, has not waited. */
const SLICE_MS = 5000;

export interface Timeout {
  /** It has said something: the waiting begins anew. */
  again(): void;
  stop(): void;
}

/** Calls once so many milliseconds have passed, unless it is stopped. */
export function timeout(ms: number, over: () => void): Timeout {
  let waited = 0;
  const stop = () => clearInterval(timer);
  const slice = Math.min(ms, SLICE_MS);
  const timer = setInterval(() => {
    waited += slice;
    if (waited < ms) return;
    stop();
    over();
  }, slice);
  return {
    again: () => {
      waited = 0;
    },
    stop,
  };
}

/** What is waited for before Python answers. */
interface Starting {
  ready: Promise<void>;
  starting(told: () => void): () => void;
}

/** The same for an answer of Python: as long as it starts, whatever it says of that begins the waiting anew. */
export function answerTimeout({ ready, starting }: Starting, ms: number, over: () => void): Timeout {
  const { again, stop } = timeout(ms, over);
  const stopHearing = starting(again);
  ready.then(again, () => {});
  return {
    again,
    stop: () => {
      stopHearing();
      stop();
    },
  };
}
