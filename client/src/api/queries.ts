/** HTTP, typed by the server's own schema. Everything asked goes through here; sockets are match/room.ts. */
import { QueryClient, useQuery } from "@tanstack/react-query";
import createClient from "openapi-fetch";
import type { components, paths } from "./http";

export type Schema = components["schemas"];

/** A refusal in the shape of RFC 9457. `code` is stable; `detail` says what was wrong. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly detail: string,
    readonly status: number,
  ) {
    super(`${code}: ${detail}`);
  }
}

export const http = createClient<paths>({ credentials: "same-origin" });

interface Answered<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The data of an answer, or a Problem. */
export async function asked<T>(answer: Promise<Answered<T>>): Promise<T> {
  let got: Answered<T>;
  try {
    got = await answer;
  } catch {
    throw new Problem("unreachable", "the server does not answer", 0);
  }
  if (got.response.ok) return got.data as T;
  const told = (got.error ?? {}) as { code?: string; detail?: string };
  throw new Problem(told.code ?? "unknown", told.detail ?? got.response.statusText, got.response.status);
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) =>
        count < 3 && !(error instanceof Problem && error.status >= 400 && error.status < 500),
    },
  },
});

/** Who I am; a stranger becomes a guest by asking. Everything else waits for this. */
export const meQuery = {
  queryKey: ["me"],
  queryFn: () => asked(http.POST("/api/me")),
  staleTime: Number.POSITIVE_INFINITY,
};

export function useMe() {
  return useQuery(meQuery);
}
