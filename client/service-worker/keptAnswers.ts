/** Answers of the server, with those that were kept for when it does not answer. */
import { ExpirationPlugin } from "workbox-expiration";
import { NetworkFirst, type StrategyOptions } from "workbox-strategies";
import { isNoServer, KEPT_HEADER } from "@/api/noServer";
import { addressOf, cacheNames, pruneGamePages } from "./keeping";

/** After so many seconds the kept list of games is shown: a connection that is there in name only is as good as none. */
export const PATIENCE_S = 4;
/** What is read may take longer: what is kept of it is older. */
const PATIENCE_READ_S = 10;
const MOST_ANSWERS = 150;
const KEEP_ANSWERS_S = 30 * 24 * 3600;

type Plugins = NonNullable<StrategyOptions["plugins"]>;

/** Counts how often answers were forgotten: what was asked for before that is not kept any more. */
let forgotten = 0;

/** Throw away all answers that are about a player, those on their way included. */
export async function forgetAnswers(): Promise<void> {
  forgotten += 1;
  await caches.delete(cacheNames().ANSWERS);
}

function answers(cacheName: string, networkTimeoutSeconds: number, expiration: Plugins): NetworkFirst {
  return new NetworkFirst({
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
      ...expiration,
    ],
  });
}

function marked(kept: Response): Response {
  const headers = new Headers(kept.headers);
  headers.set(KEPT_HEADER, "1");
  return new Response(kept.body, { headers });
}

/** What the hub says of itself and its games: kept for ever, for without it no page is drawn. */
export const catalogueAnswers = (): NetworkFirst => answers(cacheNames().CATALOGUE, PATIENCE_S, []);

/** What was read of matches, players and boards: the newest, for a month. */
export const readAnswers = (): NetworkFirst =>
  answers(cacheNames().ANSWERS, PATIENCE_READ_S, [
    new ExpirationPlugin({
      maxEntries: MOST_ANSWERS,
      maxAgeSeconds: KEEP_ANSWERS_S,
      purgeOnQuotaError: true,
    }),
  ]);
