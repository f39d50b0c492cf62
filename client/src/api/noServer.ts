/** What a proxy says of a server that does not answer it. The server's own refusals are problems. */
export const isNoServer = ({ status, headers }: Response): boolean =>
  [502, 503, 504].includes(status) &&
  !(headers.get("content-type") ?? "").startsWith("application/problem+json");

/** On an answer that the service worker kept: the server did not give it now. */
export const KEPT_HEADER = "x-kept";

/** On a request of a page that knows that the server is unreachable: it waits for what is kept no longer than it must. */
export const UNREACHABLE_HEADER = "x-server-unreachable";
