/** The levels of bots that a game has, the weakest first; none until the server has said so. */
import { useQuery } from "@tanstack/react-query";
import { asked, http } from "@/api/queries";

export function useLevels(game: string): readonly string[] {
  const games = useQuery({
    queryKey: ["games"],
    queryFn: () => asked(http.GET("/api/games")),
    staleTime: 3_600_000,
  });
  return games.data?.find((listed) => listed.id === game)?.bots ?? [];
}
