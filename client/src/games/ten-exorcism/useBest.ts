/** The best score that the solver found for the board of a match that is over; null until it is known. */
import { useQuery } from "@tanstack/react-query";
import { asked, http } from "@/api/queries";
import type { Report } from "./report";

const ASK_AGAIN_MS = 1500;

export function useBest(match: string, over: boolean): number | null {
  const path = { params: { path: { match_id: match } } };
  const analysis = useQuery({
    queryKey: ["best", match],
    queryFn: async () => {
      const { analysis: state } = await asked(http.GET("/api/matches/{match_id}", path));
      return state === "none" ? null : asked(http.POST("/api/matches/{match_id}/analysis", path));
    },
    enabled: over,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: (query) => (query.state.data?.state === "working" ? ASK_AGAIN_MS : false),
  });
  const report = analysis.data?.report as Pick<Report, "best"> | null | undefined;
  return report?.best ?? null;
}
