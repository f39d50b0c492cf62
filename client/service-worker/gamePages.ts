/** What packages ship for the pages of their games: kept as it is met. */
import { createPartialResponse } from "workbox-range-requests";
import { CacheFirst } from "workbox-strategies";
import { cacheNames } from "./keeping";

/** Kept, or else from the server. A script that is asked for a second time has a query (game-kit/mounting): it is kept without. */
export function gamePagesRoute() {
  const kept = new CacheFirst({
    cacheName: cacheNames().GAME_PAGES,
    matchOptions: { ignoreVary: true },
    plugins: [{ cacheKeyWillBeUsed: async ({ request }) => request.url.replace(/\?.*$/, "") }],
  });
  return async ({ event, request }: { event: ExtendableEvent; request: Request }): Promise<Response> => {
    if (!request.headers.has("range")) return kept.handle({ event, request });
    // Players of recordings ask for parts; only a whole file can be kept.
    const whole = await kept.handle({ event, request: request.url });
    return whole.ok ? createPartialResponse(request, whole) : whole;
  };
}
