/**
 * Lets the pages open without the server. With it, every page comes from the server, so that nobody stays with an old one;
 * what is written, and sockets, are none of its business.
 */
import { registerRoute } from "workbox-routing";
import { isNoServer } from "@/api/noServer";
import type { FromWorker, ToWorker } from "@/offline/caches";
import { isCatalogue, isRead } from "./answers";
import { build } from "./build";
import { gamePagesRoute } from "./gamePages";
import { addressOf, install, keptFile, keptShell, prune } from "./keeping";
import { catalogueRoute, forgetAnswers, pagePatienceMs, readRoute } from "./keptAnswers";
import { pageFrom } from "./pages";
import { noteReachable, noteUnreachable } from "./reachability";
import { addRoutes } from "./routes";
import { opened } from "./shell";

declare const self: ServiceWorkerGlobalScope;

/** Whether the browser asks the server for pages by itself; not known any more if the script began anew since. */
let routed = false;

self.addEventListener("install", (event) => {
  void self.skipWaiting();
  event.waitUntil(Promise.all([install(), takeRoutes(event)]));
});

async function takeRoutes(event: ExtendableEvent): Promise<void> {
  routed = await addRoutes(event, new URL(addressOf("")).pathname);
}

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver(): Promise<void> {
  const preload = self.registration.navigationPreload;
  // A browser that races for pages anyway paints them some 30 ms later if it is told to ask ahead as well.
  await (routed ? preload?.disable() : preload?.enable());
  await prune();
  await self.clients.claim();
  const message: FromWorker = { say: "build", build: build.id };
  for (const client of await self.clients.matchAll({ type: "window" })) client.postMessage(message);
}

self.addEventListener("message", (event) => {
  const message: ToWorker = event.data;
  if (message.say === "python-kept") event.waitUntil(prune());
  if (message.say === "forget-answers") event.waitUntil(forgetAnswers());
});

/** The path of an address below the hub's own; null elsewhere. */
const pathOf = (url: URL): string | null =>
  url.href.startsWith(self.registration.scope)
    ? url.pathname.slice(new URL(addressOf("")).pathname.length)
    : null;

const below =
  (folder: string) =>
  ({ url }: { url: URL }) =>
    pathOf(url)?.startsWith(folder) ?? false;

const isPage = ({ request, url }: { request: Request; url: URL }): boolean =>
  request.mode === "navigate" &&
  pathOf(url) !== null &&
  !/^(api|docs|metrics|health)(\/|$)/.test(pathOf(url) ?? "");

const isAnswer = ({ request, url }: { request: Request; url: URL }): boolean =>
  request.mode === "navigate" && pathOf(url) !== null && !isPage({ request, url });

/** What the browser asked for while it started this script, or else asked for now: never both. */
const fromServer = async (event: ExtendableEvent, request: Request): Promise<Response> =>
  (await (event as FetchEvent).preloadResponse) ?? fetch(request);

registerRoute(isAnswer, ({ event, request }) => fromServer(event, request));

registerRoute(isPage, async ({ event, request }) => {
  const server = fromServer(event, request);
  server.then(noteAnswer, () => {});
  const kept = async () => {
    noteUnreachable();
    const page = await keptShell();
    return page && opened(page);
  };
  return pageFrom(server, kept, new Promise((over) => setTimeout(over, pagePatienceMs())));
});

function noteAnswer(answer: Response): void {
  if (!isNoServer(answer)) noteReachable();
}

/** Kept, or else from the server. */
const keptFirst = async ({ request }: { request: Request }): Promise<Response> =>
  (await keptFile(request)) ?? fetch(request);
registerRoute(below("assets/"), keptFirst);
registerRoute(below("python/"), keptFirst);

registerRoute(below("pages/"), gamePagesRoute());
registerRoute(({ url }) => build.files.includes(pathOf(url) ?? ""), keptFirst);

registerRoute(({ url }) => isCatalogue(pathOf(url) ?? ""), catalogueRoute());
registerRoute(({ url }) => isRead(pathOf(url) ?? ""), readRoute());
