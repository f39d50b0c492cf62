/** Another match beside the one that is replayed, at the same moment of its own clock: a race against its ghost. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { matchQuery, stepsQuery } from "@/api/queries";
import { GameStage } from "@/stage/GameStage";
import { Failure } from "@/ui/page/Failure";
import { matchPropsAt } from "./moment";

export function OtherMatch({ id, atMs }: { id: string; atMs: number }) {
  const { t } = useTranslation("hub");
  const match = useQuery(matchQuery(id));
  const steps = useQuery(stepsQuery(match.data));
  const failed = [match, steps].find((asked) => asked.error);
  if (failed) return <Failure error={failed.error} retry={() => void failed.refetch()} />;
  if (!match.data || !steps.data) return <p className="soft">{t("loading")}</p>;
  const later = steps.data.findIndex((step) => step.at_ms > atMs);
  const at = later === -1 ? steps.data.length - 1 : Math.max(0, later - 1);
  const names = match.data.seats.map((seat) => seat.name).join(", ");
  return (
    <section className="card beside" aria-label={t("replay.beside", { names })}>
      <h2>
        <Link href={`/match/${id}`}>{t("replay.beside", { names })}</Link>
      </h2>
      <div className="beside-stage">
        <GameStage game={match.data.game} match={matchPropsAt(match.data, steps.data, at)} room={null} />
      </div>
    </section>
  );
}
