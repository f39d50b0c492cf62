/**
 * Lets the pages open without the server. With it, every page comes from the server, so that nobody stays with an old one;
 * what is written, and sockets, are none of its business.
 */
import { ExpirationPlugin } from "workbox-expiration";
import { createPartialResponse } from "workbox-range-requests";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";
import { isNoServer, KEPT_HEADER } from "@/api/noServer";
import type { FromWorker, ToWorker } from "@/offline/caches";
import { isCatalogue, isRead } from "./answers";
import { build } from "./build";
import { addressOf, cacheNames, install, keptFile, keptShell, prune, pruneGamePages } from "./keeping";
import { pageFrom } from "./pages";
import { addRoutes } from "./routes";
import { opened } from "./shell";

declare const self: ServiceWorkerGlobalScope;

/** After this the kept page is shown: a connection that is there in name only is as good as none. */
const PATIENCE_S = 4;
/** What is read may take longer: what is kept of it is older. */
const PATIENCE_READ_S = 10;
const MOST_ANSWERS = 150;
const KEEP_ANSWERS_S = 30 * 24 * 3600;

const { ANSWERS, CATALOGUE, GAME_PAGES } = cacheNames();

/** Counts how often answers were forgotten: what was asked for before that is not kept any more. */
let forgotten = 0;

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
  if (message.say !== "forget-answers") return;
  forgotten += 1;
  event.waitUntil(caches.delete(ANSWERS));
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
  const kept = async () => {
    const page = await keptShell();
    return page && opened(page);
  };
  return pageFrom(server, kept, new Promise((over) => setTimeout(over, PATIENCE_S * 1000)));
});

/** Kept, or else from the server. */
const keptFirst = async ({ request }: { request: Request }): Promise<Response> =>
  (await keptFile(request)) ?? fetch(request);
registerRoute(below("assets/"), keptFirst);
registerRoute(below("python/"), keptFirst);

const gamePages = new CacheFirst({ cacheName: GAME_PAGES, matchOptions: { ignoreVary: true } });
registerRoute(below("pages/"), async ({ event, request }) => {
  if (!request.headers.has("range")) return gamePages.handle({ event, request });
  // Players of recordings ask for parts; only a whole file can be kept.
  const whole = await gamePages.handle({ event, request: request.url });
  return whole.ok ? createPartialResponse(request, whole) : whole;
});
registerRoute(({ url }) => build.files.includes(pathOf(url) ?? ""), keptFirst);

const answers = (cacheName: string, networkTimeoutSeconds: number) =>
  new NetworkFirst({
    cacheName,
    networkTimeoutSeconds,
    matchOptions: { ignoreVary: true },
    plugins: [
      {
        requestWillFetch: async ({ request, state }) => {
          if (state) state.forgotten = forgotten;
          return request;
        },
        fetchDidSucceed: async ({ response }) => {
          if (isNoServer(response)) throw new Error(`no server: ${response.status}`);
          return response;
        },
        cacheWillUpdate: async ({ response, state }) =>
          response.status === 200 && state?.forgotten === forgotten ? response : null,
        cacheDidUpdate: async ({ request, newResponse }) => {
          if (request.url === addressOf("api/games")) await pruneGamePages(newResponse.clone());
        },
        cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && marked(cachedResponse),
      },
      new ExpirationPlugin({
        maxEntries: MOST_ANSWERS,
        maxAgeSeconds: KEEP_ANSWERS_S,
        purgeOnQuotaError: true,
      }),
    ],
  });

function marked(kept: Response): Response {
  const headers = new Headers(kept.headers);
  headers.set(KEPT_HEADER, "1");
  return new Response(kept.body, { headers });
}

registerRoute(({ url }) => isCatalogue(pathOf(url) ?? ""), answers(CATALOGUE, PATIENCE_S));
registerRoute(({ url }) => isRead(pathOf(url) ?? ""), answers(ANSWERS, PATIENCE_READ_S));
