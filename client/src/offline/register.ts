/** Lets this device open the pages without the server. Loaded after the first page; does nothing where browsers forbid it. */

import i18next from "i18next";
import { ME, queryClient } from "@/api/client";
import { isProblem } from "@/api/problem";
import { addressOf, BASE, keyOf, pathBelow } from "@/base";
import { setPythonAvailableIfKept } from "@/home/python/availability";
import { notify } from "@/ui/notices";
import { cachesAt, type FromWorker, type ToWorker } from "./caches";
import { isPythonKept, isPythonWanted, keepPython } from "./keptPython";
import { newerBuild } from "./newest";

const ASK_AGAIN_MS = 30 * 60_000;
/** Whose answers are kept. */
const ANSWERS_OF = keyOf("answers-of");

export async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) {
    setPythonAvailableIfKept(false);
    return;
  }
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
    if (data.say === "build" && data.build !== document.documentElement.dataset.build) tellOfNewer();
  });
  try {
    forgetAnswersOfOthers();
    askForNewer(await serviceWorker.register(addressOf("service-worker.js")));
    if (await isPythonWanted()) await keepPython();
  } catch (error) {
    // Without it, or with what was kept before, the pages work as they do now.
    console.info("offline:", error);
  }
  setPythonAvailableIfKept(await isPythonKept());
}

function tellOfNewer(): void {
  newerBuild();
  // Whoever plays is not disturbed: the page after the game is the newer one.
  if (!pathBelow(location.pathname).startsWith("/room/")) notify(i18next.t("offline.newer", { ns: "hub" }));
}

/** A page that stays open for days hears of newer builds, too. */
function askForNewer(registration: ServiceWorkerRegistration): void {
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - asked < ASK_AGAIN_MS) return;
    asked = Date.now();
    registration.update().catch(() => {});
  });
}

function whose(): string | null {
  try {
    return localStorage.getItem(ANSWERS_OF);
  } catch {
    return null;
  }
}

/** Kept answers are about one player: they go with them. */
function forgetAnswersOfOthers(): void {
  let of = whose();
  const look = () => {
    const state = queryClient.getQueryState<{ id: string }>(ME);
    const signedOut = isProblem(state?.error, "signed-out") || isProblem(state?.error, "no-player");
    const me = signedOut ? "" : state?.data?.id;
    if (me === undefined || me === of) return;
    of = me;
    try {
      localStorage.setItem(ANSWERS_OF, me);
    } catch {
      // Full, or not allowed: the next page forgets them once more.
    }
    navigator.serviceWorker.controller?.postMessage({ say: "forget-answers" } satisfies ToWorker);
    void caches.delete(cachesAt(BASE).ANSWERS);
  };
  look();
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === ME[0]) look();
  });
}
