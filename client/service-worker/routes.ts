/** What a browser answers past the service worker, where it can be told so: nothing waits for the script to start. */

/** As far as it is used here: the types of browsers have no such thing yet. */
interface Route {
  condition: { urlPattern?: { pathname: string }; requestMode?: "navigate" };
  source: "cache" | "network" | "race-network-and-fetch-handler";
}

interface Installing extends ExtendableEvent {
  addRoutes?: (routes: Route[]) => Promise<void>;
}

/** `root` is the path of the hub. */
export const routesOf = (root: string): Route[] => [
  // Scripts and styles never change: whichever build keeps one, it is the same.
  { condition: { urlPattern: { pathname: `${root}assets/*` } }, source: "cache" },
  // What a provider of sign-ins sends back is good once: it is asked for once.
  { condition: { urlPattern: { pathname: `${root}api/*` }, requestMode: "navigate" }, source: "network" },
  // Without the list of games no page is drawn: the server's does not wait for the script here either.
  { condition: { urlPattern: { pathname: `${root}api/games` } }, source: "race-network-and-fetch-handler" },
  // The server's page if it answers well before the script here does; the script's, which knows what is kept, if not.
  { condition: { requestMode: "navigate" }, source: "race-network-and-fetch-handler" },
];

/** Whether the browser took them. */
export async function addRoutes(event: Installing, root: string): Promise<boolean> {
  try {
    await event.addRoutes?.(routesOf(root));
    return event.addRoutes !== undefined;
  } catch {
    // It knows others: then all goes by way of the service worker.
    return false;
  }
}
