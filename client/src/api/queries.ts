/** Everything that is read from the server: for each thing one key, one stale time and one way to ask. */
import { infiniteQueryOptions, queryOptions, useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { http, ME, NOTICES, request, type Schema } from "./client";
import { isProblem } from "./problem";
import { isServerUnreachable } from "./reachable";

const FOREVER = Number.POSITIVE_INFINITY;
/** Between two questions about work that goes on. */
export const ASK_AGAIN_MS = 700;
const HISTORY_PAGE = 50;
const STEPS_PAGE = 200;

/**
 * Who I am; a stranger becomes a guest by asking. Everything else waits for this. A device that was signed out is told so
 * once, and asks again only when the player goes on; so is a stranger where guests do not play.
 */
export const meQuery = queryOptions({
  queryKey: ME,
  // A guest is named in the language of these pages, which need not be the browser's.
  queryFn: () => request(http.POST("/api/me", { headers: { "Accept-Language": i18next.language } })),
  enabled: ({ state }) =>
    !isProblem(state.error, "signed-out") && !isProblem(state.error, "sign-in-required"),
  staleTime: FOREVER,
});

export function useMe() {
  return useQuery(meQuery);
}

/** On how many devices I am signed in. */
export const devicesQuery = (me: string | undefined) =>
  queryOptions({
    queryKey: ["devices", me],
    queryFn: () => request(http.GET("/api/me/devices")),
    enabled: me !== undefined,
    staleTime: 0,
  });

const LOOK_FOR_NOTICES_MS = 60_000;

/** What the host has to say to everybody, and to me. If it cannot be had, nothing is said. */
export const noticesQuery = (me: string | undefined) =>
  queryOptions({
    queryKey: [...NOTICES, me],
    queryFn: () => request(http.GET("/api/notices")),
    enabled: me !== undefined,
    refetchInterval: LOOK_FOR_NOTICES_MS,
    retry: false,
  });

/** What this server plays: names, options, boards, bots. */
export const gamesQuery = queryOptions({
  queryKey: ["games"],
  queryFn: async () => (await request(http.GET("/api/games"))) as Schema["ListedGame"][],
  staleTime: FOREVER,
});

/** What the server says of itself: among other things how long a name may be. */
export const welcomeQuery = queryOptions({
  queryKey: ["welcome"],
  queryFn: () => request(http.GET("/api")),
  staleTime: FOREVER,
});

/** At which addresses others reach the server; answered to its own machine only. */
export const addressesQuery = queryOptions({
  queryKey: ["addresses"],
  queryFn: () => request(http.GET("/api/addresses")),
});

export const myRoomsQuery = queryOptions({
  queryKey: ["my-rooms"],
  queryFn: () => request(http.GET("/api/me/rooms")),
  staleTime: 0,
});

export const dailiesQuery = queryOptions({
  queryKey: ["daily"],
  queryFn: () => request(http.GET("/api/daily")),
  // When the day ends, there are new ones; an unreachable server has none.
  refetchInterval: ({ state }) =>
    !isServerUnreachable() &&
    1000 * Math.max(1, Math.min(...(state.data ?? []).map(({ ends_in_s }) => ends_in_s))),
});

export const dailyQuery = (game: string, day: string, me: string | undefined) =>
  queryOptions({
    queryKey: ["daily", game, day, me],
    queryFn: () => request(http.GET("/api/daily/{game}/{day}", { params: { path: { game, day } } })),
    enabled: me !== undefined,
  });

/** The time whose matches a leaderboard ranks. */
export type Period = "day" | "week" | "all";

/** `witnessed`: of matches that were played at the server, or else at home. */
export const leaderboardQuery = (
  game: string,
  board: string,
  period: Period,
  witnessed: boolean,
  me: string | undefined,
) =>
  queryOptions({
    queryKey: ["leaderboard", game, board, period, witnessed, me],
    queryFn: () => {
      const params = { path: { game, board }, query: { span: period, witnessed } };
      return request(http.GET("/api/leaderboards/{game}/{board}", { params }));
    },
    enabled: me !== undefined,
  });

export const ratingsQuery = (game: string, me: string | undefined) =>
  queryOptions({
    queryKey: ["ratings", game, me],
    queryFn: () => request(http.GET("/api/ratings/{game}", { params: { path: { game } } })),
    enabled: me !== undefined,
  });

export const playerQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ["player", id],
    queryFn: () =>
      request(http.GET("/api/players/{player_id}", { params: { path: { player_id: id ?? "" } } })),
    enabled: id !== undefined,
  });

/** What somebody played, the newest first. */
export const historyQuery = (id: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ["history", id],
    queryFn: ({ pageParam }) => {
      const params = { path: { player_id: id ?? "" }, query: { count: HISTORY_PAGE, before: pageParam } };
      return request(http.GET("/api/players/{player_id}/matches", { params }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < HISTORY_PAGE ? null : (page.at(-1)?.match ?? null)),
    enabled: id !== undefined,
  });

const RESULTS: readonly unknown[] = ["daily", "leaderboard", "ratings", "player", "history"];

/** Whether a query is about what a finished match changes. */
export const changedByResults = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  RESULTS.includes(queryKey[0]);

const matchPath = (id: string) => ({ path: { match_id: id } });

export const matchQuery = (id: string) =>
  queryOptions({
    queryKey: ["match", id],
    queryFn: () => request(http.GET("/api/matches/{match_id}", { params: matchPath(id) })),
  });

/** What a match that is over means to me; asked again once a replay has confirmed it. */
export const resultQuery = (id: string, me: string, confirmed: boolean | null) =>
  queryOptions({
    queryKey: ["result", id, me, confirmed],
    queryFn: () => request(http.GET("/api/matches/{match_id}/result", { params: matchPath(id) })),
    // What was said before it was confirmed stays until then; what was said of another match does not.
    placeholderData: (said, query) => (query?.queryKey[1] === id ? said : undefined),
  });

/** Every step of a log with so many entries, asked for in pages. */
async function allSteps(
  entries: number,
  ask: (page: { first: number; count: number }) => Promise<Schema["Step"][]>,
): Promise<Schema["Step"][]> {
  const steps: Schema["Step"][] = [];
  while (steps.length <= entries) {
    const page = await ask({ first: steps.length, count: STEPS_PAGE });
    steps.push(...page);
    if (page.length < STEPS_PAGE) break;
  }
  return steps;
}

/** Every moment of a match that is over. */
export const stepsQuery = (match: Schema["MatchNow"] | undefined) =>
  queryOptions({
    queryKey: ["steps", match?.id],
    queryFn: ({ signal }) =>
      allSteps(match?.entries ?? 0, (query) => {
        const params = { ...matchPath(match?.id ?? ""), query };
        return request(http.GET("/api/matches/{match_id}/steps", { params, signal }));
      }),
    enabled: match !== undefined && match.ended !== null,
    staleTime: FOREVER,
  });

/** How far an analysis has come that was begun. */
export const analysisNow = (id: string) =>
  request(http.GET("/api/matches/{match_id}/analysis", { params: matchPath(id) }));

export const beginAnalysis = (id: string) =>
  request(http.POST("/api/matches/{match_id}/analysis", { params: matchPath(id) }));

/**
 * Begins an analysis and waits for what it finds; `onProgress` hears with each question how far it is, from 0 to 1. Undefined
 * once nobody waits for it any more.
 */
export async function awaitAnalysis(
  id: string,
  onProgress?: (part: number) => void,
  isAwaited = () => true,
): Promise<unknown> {
  let now = await beginAnalysis(id);
  while (now.state === "working" && isAwaited()) {
    onProgress?.(now.done);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    now = await analysisNow(id);
  }
  return now.state === "working" ? undefined : now.report;
}

/** A session file that somebody opened here; `count` tells one opening from the next. */
interface OpenedFile {
  count: number;
  text: string;
}

/** The file itself is the body, whatever is in it. */
const asBody = (text: string) => ({ body: text as never, bodySerializer: () => text });

export const fileQuery = ({ count, text }: OpenedFile) =>
  queryOptions({
    queryKey: ["file", count],
    queryFn: () => request(http.POST("/api/sessions", asBody(text))),
    staleTime: FOREVER,
    retry: false,
  });

/** Every moment of a session file, as far as the rules bear it out. */
export const fileStepsQuery = ({ count, text }: OpenedFile, told: Schema["ForeignSession"] | undefined) =>
  queryOptions({
    queryKey: ["file-steps", count],
    queryFn: ({ signal }) =>
      allSteps(told?.entries ?? 0, (query) =>
        request(http.POST("/api/sessions/steps", { params: { query }, signal, ...asBody(text) })),
      ),
    enabled: told !== undefined,
    staleTime: FOREVER,
  });

/** Begins an analysis of a session file, or says how far it is. */
export const sessionAnalysis = (text: string) => request(http.POST("/api/sessions/analysis", asBody(text)));
