/** What the solver finds for the board of a match that is over: asked for by the player, then waited for. */

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asked, http } from "@/api/queries";
import type { Analysis } from "./types";

const ASK_AGAIN_MS = 700;

interface Best {
  score: number | null;
  working: boolean;
  /** Null once it was asked for, and where nobody can say. */
  ask: (() => void) | null;
}

export function useBest(match: string, over: boolean): Best {
  const [wanted, setWanted] = useState<string | null>(null);
  const asking = over && wanted === match;
  const path = { params: { path: { match_id: match } } };
  const analysis = useQuery({
    queryKey: ["analysis", match],
    queryFn: () => asked(http.POST("/api/matches/{match_id}/analysis", path)),
    enabled: asking,
    refetchInterval: (query) => (query.state.data?.state === "working" ? ASK_AGAIN_MS : false),
  });
  const report = analysis.data?.report as Analysis | null | undefined;
  return {
    score: report?.best ?? null,
    working: asking && !report && !analysis.error,
    ask: over && !asking && !report ? () => setWanted(match) : null,
  };
}
