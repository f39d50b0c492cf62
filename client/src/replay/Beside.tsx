/** Another match beside the one that is replayed, at the same moment of its own clock: a race against its ghost. */
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { asked, http } from "@/api/queries";
import { componentOf } from "@/games/registry";
import { Failure } from "@/ui/Failure";
import { gamePropsAt } from "./moment";
import { allSteps } from "./steps";

export function Beside({ id, atMs }: { id: string; atMs: number }) {
  const { t } = useTranslation("hub");
  const match = useQuery({
    queryKey: ["match", id],
    queryFn: () => asked(http.GET("/api/matches/{match_id}", { params: { path: { match_id: id } } })),
  });
  const steps = useQuery({
    queryKey: ["steps", id],
    queryFn: ({ signal }) => allSteps(id, match.data?.entries ?? 0, signal),
    enabled: match.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const error = match.error ?? steps.error;
  if (error) return <Failure error={error} />;
  if (!match.data || !steps.data) return <p className="soft">{t("loading")}</p>;
  const later = steps.data.findIndex((step) => step.at_ms > atMs);
  const at = later === -1 ? steps.data.length - 1 : Math.max(0, later - 1);
  const Game = componentOf(match.data.game);
  const names = match.data.seats.map((seat) => seat.name).join(", ");
  return (
    <section className="card beside" aria-label={t("replay.beside", { names })}>
      <h2>
        <Link href={`/match/${id}`}>{t("replay.beside", { names })}</Link>
      </h2>
      <div className="beside-stage">
        <Suspense fallback={<p className="soft">{t("loading")}</p>}>
          {Game && <Game {...gamePropsAt(match.data, steps.data, at)} />}
        </Suspense>
      </div>
    </section>
  );
}
