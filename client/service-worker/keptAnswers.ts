/** Answers of the server, with those that were kept for when it does not answer. */
import { ExpirationPlugin } from "workbox-expiration";
import { NetworkFirst, type StrategyOptions } from "workbox-strategies";
import { isNoServer, KEPT_HEADER, UNREACHABLE_HEADER } from "@/api/noServer";
import { logBeside } from "./answers";
import { addressOf, cacheNames, pruneGamePages } from "./keeping";
import { noteReachable, noteUnreachable, wasUnreachable } from "./reachability";

/** After so many seconds what is kept is shown: a connection that is there in name only is as good as none. */
const PATIENCE_S = 4;
/** What is read may take longer, for what is kept of it is older; pages wait longer still (home/answers/hubTimeout.ts). */
const PATIENCE_READ_S = 6;
/** While the server is known to be out of reach; pages wait longer then, too. */
const PATIENCE_UNREACHABLE_S = 1;
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

/** So long, in milliseconds, the server is waited for before the kept page is opened. */
export const pagePatienceMs = (): number => 1000 * (wasUnreachable() ? PATIENCE_UNREACHABLE_S : PATIENCE_S);

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
          noteReachable();
          return response;
        },
        cacheWillUpdate: async ({ response, state }) =>
          response.status === 200 && state?.forgotten === forgotten ? response : null,
        cacheDidUpdate: async ({ request, newResponse }) => {
          if (request.url === addressOf("api/games")) await pruneGamePages(newResponse.clone());
        },
        cachedResponseWillBeUsed: async ({ cachedResponse }) => {
          noteUnreachable();
          return cachedResponse && marked(cachedResponse);
        },
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

/** The server's answer, or else the kept one: after so many seconds, or sooner where the server is known to be unreachable. */
function route(cacheName: string, seconds: number, expiration: Plugins) {
  const patient = answers(cacheName, seconds, expiration);
  const impatient = answers(cacheName, PATIENCE_UNREACHABLE_S, expiration);
  return ({ event, request }: { event: ExtendableEvent; request: Request }): Promise<Response> => {
    const unreachable = wasUnreachable() || request.headers.has(UNREACHABLE_HEADER);
    return (unreachable ? impatient : patient).handle({ event, request });
  };
}

/** What the hub says of itself and its games: kept for ever, for without it no page is drawn. */
export const catalogueRoute = () => route(cacheNames().CATALOGUE, PATIENCE_S, []);

/**
 * What was read of matches, players and boards: the newest, for a month. Where Python is kept, steps of a match bring its
 * log along: without the server it can be analysed, tried and saved.
 */
export function readRoute() {
  const read = route(cacheNames().ANSWERS, PATIENCE_READ_S, [
    new ExpirationPlugin({
      maxEntries: MOST_ANSWERS,
      maxAgeSeconds: KEEP_ANSWERS_S,
      purgeOnQuotaError: true,
    }),
  ]);
  const readUnlessKept = async (event: ExtendableEvent, log: string): Promise<void> => {
    if (!(await caches.has(cacheNames().PYTHON))) return;
    const cache = await caches.open(cacheNames().ANSWERS);
    if (!(await cache.match(log, { ignoreVary: true }))) await read({ event, request: new Request(log) });
  };
  /** The logs that are being read: the steps of a match come in several answers. */
  const underWay = new Set<string>();
  const readLog = async (event: ExtendableEvent, log: string): Promise<void> => {
    if (underWay.has(log)) return;
    underWay.add(log);
    await readUnlessKept(event, log).finally(() => underWay.delete(log));
  };
  return async ({ event, request }: { event: ExtendableEvent; request: Request }): Promise<Response> => {
    const answer = await read({ event, request });
    const log = logBeside(request.url);
    // Without it there is the replay, as before.
    if (log && !answer.headers.has(KEPT_HEADER)) event.waitUntil(readLog(event, log).catch(() => {}));
    return answer;
  };
}
