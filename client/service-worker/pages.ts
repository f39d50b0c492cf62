/** Where a page comes from: the server, while there is one. */
import { isNoServer } from "@/api/noServer";

/**
 * What the server answers; the kept page if none answers in time. Where no page is kept, there is
 * nothing better than what the server says in the end.
 */
export async function pageFrom(
  server: Promise<Response>,
  kept: () => Promise<Response | undefined>,
  timeout: Promise<void>,
): Promise<Response> {
  const first = await Promise.race([server.catch(() => null), timeout.then(() => null)]);
  if (first && !isNoServer(first)) return first;
  return (await kept()) ?? server;
}
