/** HTTP, typed by the server's own schema. What is asked of the server is listed in queries.ts; sockets are connection/. */

import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import createClient from "openapi-fetch";
import { PREFIX } from "@/base";
import type { components, paths } from "./http";
import { isNoServer, KEPT_HEADER } from "./noServer";
import { isOfDevice, isProblem, isRefused, Problem, problemText } from "./problem";
import { isServerUnreachable, markServerUnreachable } from "./reachable";

export type Schema = components["schemas"];

/** What the layers above provide: the page sets it before the first request. */
interface Page {
  /** Sends a request, as `fetch` does: to the server, or to what answers at home. */
  send: (request: Request) => Promise<Response>;
  /** Shows what went wrong. */
  tell: (text: string) => void;
}

let page: Page = { send: (request) => fetch(request), tell: () => {} };

export function connectPage(given: Page): void {
  page = given;
}

export const http = createClient<paths>({
  baseUrl: PREFIX,
  credentials: "same-origin",
  fetch: (request) => page.send(request),
});

interface Answered<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

const unreachable = () => new Problem("unreachable", "the server does not answer", 0);

function markedUnreachable(): Problem {
  markServerUnreachable();
  return unreachable();
}

/** The data of an answer, or a Problem. */
export async function request<T>(answer: Promise<Answered<T>>): Promise<T> {
  let got: Answered<T>;
  try {
    got = await answer;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw unreachable();
    throw markedUnreachable();
  }
  if (isNoServer(got.response)) throw markedUnreachable();
  if (got.response.headers.has(KEPT_HEADER)) markServerUnreachable();
  if (got.response.ok) return got.data as T;
  const problem = (got.error ?? {}) as { code?: string; detail?: string };
  throw new Problem(
    problem.code ?? "unknown",
    problem.detail ?? got.response.statusText,
    got.response.status,
  );
}

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** Whether the page shows a failure itself, in its place. */
      failureShown?: boolean;
    };
  }
}

/** Who I am is asked under this key; a stranger becomes a guest by asking. */
export const ME = ["me"] as const;

/** What the host has to say is asked under this key. */
export const NOTICES = ["notices"] as const;

/**
 * The server does not know me any more: ask who I am. A device that was signed out is told so (App shows it); one that has
 * no cookie left is a guest from now on, and everything is asked anew.
 */
export async function askAgainWhoIAm(): Promise<void> {
  const told = isProblem(queryClient.getQueryState(ME)?.error, "signed-out");
  if (told || queryClient.isFetching({ queryKey: ME }) > 0) return;
  await queryClient.resetQueries({ queryKey: ME });
  if (queryClient.getQueryData(ME) === undefined) return;
  page.tell(problemText(new Problem("signed-out", "you are signed out on this device", 401)));
  await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a question fails at once and says so. Nothing waits to be sent by itself when it is back;
    // what is on show is then asked for anew.
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: 10_000,
      retry: (count, error) =>
        count < 3 && (navigator.onLine || !isServerUnreachable()) && !isRefused(error) && !isOfDevice(error),
    },
    mutations: { networkMode: "always" },
  },
  queryCache: new QueryCache({
    onError: (error) => {
      if (isProblem(error, "no-player")) void askAgainWhoIAm();
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (isProblem(error, "no-player")) void askAgainWhoIAm();
      else if (!mutation.meta?.failureShown) page.tell(problemText(error));
      if (isProblem(error, "banned") || isProblem(error, "muted"))
        void queryClient.invalidateQueries({ queryKey: NOTICES });
    },
  }),
});
