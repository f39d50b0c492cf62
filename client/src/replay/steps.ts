/** Every moment of a match, fetched in pages. */
import { asked, http, type Schema } from "@/api/queries";

const PAGE = 200;

export async function allSteps(
  match: string,
  entries: number,
  signal: AbortSignal,
): Promise<readonly Schema["Step"][]> {
  const steps: Schema["Step"][] = [];
  while (steps.length <= entries) {
    const page = await asked(
      http.GET("/api/matches/{match_id}/steps", {
        params: { path: { match_id: match }, query: { first: steps.length, count: PAGE } },
        signal,
      }),
    );
    steps.push(...page);
    if (page.length < PAGE) break;
  }
  return steps;
}
