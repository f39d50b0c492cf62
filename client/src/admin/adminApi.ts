/** The host's link: its token comes behind the # of the address, is kept for this tab and sent with every question. */

import { http, NOTICES, queryClient, request } from "@/api/client";
import type { paths } from "@/api/http";
import { keyOf } from "@/base";

export type Act = paths["/api/admin/acts"]["post"]["requestBody"]["content"]["application/json"];

/** An act without what is asked before it is done: the reason, and how long or how. */
export interface WantedAct {
  act: Act["act"];
  /** The fields of the act that are known. */
  fields: Record<string, string>;
  /** To whom or what, for people. */
  named: string;
}

const KEY = keyOf("host-link");
export const PAGE = 50;

/** The token of the address, which is taken off it so that nobody reads it over a shoulder; or the one of before. */
export function takeToken(): string {
  const token = location.hash.slice(1);
  if (token) {
    sessionStorage.setItem(KEY, token);
    history.replaceState(history.state, "", location.pathname);
  }
  return sessionStorage.getItem(KEY) ?? "";
}

const headers = () => ({ Authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ""}` });

/** Do it; everything that is on show is asked for anew. */
export async function doAct(wanted: WantedAct, more: Record<string, string | number>): Promise<void> {
  const body = { act: wanted.act, ...wanted.fields, ...more } as unknown as Act;
  await request(http.POST("/api/admin/acts", { body, headers: headers() }));
  await Promise.all([["admin"], NOTICES].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

export const ask = {
  overview: () => request(http.GET("/api/admin", { headers: headers() })),
  settings: () => request(http.GET("/api/admin/settings", { headers: headers() })),
  links: () => request(http.GET("/api/admin/links", { headers: headers() })),
  restrictions: () => request(http.GET("/api/admin/restrictions", { headers: headers() })),
  results: () => request(http.GET("/api/admin/results", { headers: headers() })),
  players: (before: string | null, like: string) => {
    const params = { query: { before, count: PAGE, like: like || null } };
    return request(http.GET("/api/admin/players", { params, headers: headers() }));
  },
  rooms: (before: string | null) => {
    const params = { query: { before, count: PAGE } };
    return request(http.GET("/api/admin/rooms", { params, headers: headers() }));
  },
  reports: (after: string | null) => {
    const params = { query: { after, count: PAGE } };
    return request(http.GET("/api/admin/reports", { params, headers: headers() }));
  },
  matches: (before: string | null) => {
    const params = { query: { before: numbered(before), count: PAGE } };
    return request(http.GET("/api/admin/matches", { params, headers: headers() }));
  },
  log: (before: string | null) => {
    const params = { query: { before: numbered(before), count: PAGE } };
    return request(http.GET("/api/admin/acts", { params, headers: headers() }));
  },
};

const numbered = (cursor: string | null) => (cursor === null ? null : Number(cursor));
