/** The log of a match as a file, wherever the match is kept. */
import { http, request, type Schema } from "@/api/client";

type Match = Schema["MatchNow"];

export const sessionName = ({ game, id }: Match, format: string): string => `${game}-${id}.${format}.json`;

export async function saveSession(match: Match, format: string): Promise<void> {
  const params = { path: { match_id: match.id }, query: { format } };
  const file: Blob = await request(http.GET("/api/matches/{match_id}/session", { params, parseAs: "blob" }));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = sessionName(match, format);
  link.click();
  URL.revokeObjectURL(link.href);
}
