/** Whether the server can be heard: asked again and again by those who wait for it. */
const ASK_AGAIN_MS = 2000;

/** Whether the server answers now. */
export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch("/health", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Calls once the server answers, at the latest a moment after the network is back. The answer stops the waiting. */
export function onceReachable(call: () => void): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    clearTimeout(timer);
    const answered = navigator.onLine && (await isReachable());
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
