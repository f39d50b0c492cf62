/** What the host has to say, asked more often by somebody who is banned or muted: it may be lifted at any time. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Schema } from "@/api/client";
import { noticesQuery, useMe } from "@/api/queries";

/** How often somebody who is banned or muted asks whether they still are. */
const LOOK_WHETHER_LIFTED_MS = 20_000;

const isRestricted = (said?: Schema["HostNotices"]) => Boolean(said?.ban ?? said?.mute);

/** Notices that are asked for again while a ban or mute holds: each 20 seconds, on every focus, and after a press that
 * succeeded. */
export function useNotices(): Partial<Schema["HostNotices"]> {
  const mutations = useQueryClient().getMutationCache();
  const { data, refetch } = useQuery({
    ...noticesQuery(useMe().data?.id),
    // The page itself asks each minute.
    refetchInterval: ({ state }) => (isRestricted(state.data) ? LOOK_WHETHER_LIFTED_MS : false),
    refetchOnWindowFocus: ({ state }) => (isRestricted(state.data) ? "always" : true),
  });
  const restricted = isRestricted(data);
  useEffect(() => {
    if (!restricted) return;
    return mutations.subscribe((event) => {
      if (event.type === "updated" && event.action.type === "success") void refetch();
    });
  }, [restricted, mutations, refetch]);
  return data ?? {};
}
