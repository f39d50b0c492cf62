/** What a player did in each game: ratings, and on every board the best, how often it was played, and for how long. */
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Schema } from "@/api/client";
import { useNames } from "@/catalogue/names";
import { ScoreText } from "@/catalogue/ScoreText";
import { Facts } from "@/game-kit/layout/Facts";
import { number, span } from "@/text/times";
import "./BoardCards.css";

export function BoardCards({ profile }: { profile: Schema["Profile"] }) {
  const { t } = useTranslation("hub");
  if (profile.statistics.length === 0) return null;
  return (
    <section aria-labelledby="statistics">
      <h2 id="statistics">{t("player.statistics")}</h2>
      <div className="board-cards">
        {profile.ratings.map(({ game, standing }) => (
          <RatingCard key={game} game={game} standing={standing} />
        ))}
        {profile.statistics.map((row) => (
          <BoardCard key={`${row.game} ${row.board}`} row={row} />
        ))}
      </div>
    </section>
  );
}

function RatingCard({ game, standing }: { game: string; standing: Schema["RatedPlayer"] }) {
  const { t } = useTranslation("hub");
  const names = useNames();
  return (
    <article className="card board-card">
      <h3>
        {names.game(game)} <span className="soft">{t("boards.rating")}</span>
      </h3>
      <p className="board-card-figure figures">{standing.rating}</p>
      <Facts
        className="board-card-facts"
        facts={{
          [t("boards.rank")]: standing.provisional ? t("boards.provisional") : standing.rank,
          [t("player.rated")]: standing.games,
        }}
      />
    </article>
  );
}

function BoardCard({ row }: { row: Schema["Statistics"] }) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const { best } = row;
  return (
    <article className="card board-card">
      <h3>
        {names.game(row.game)} <span className="soft">{names.board(row.game, row.board)}</span>
      </h3>
      {best && (
        <>
          <p className="soft">{t("player.best", { rank: best.rank })}</p>
          <p className="board-card-figure">
            <Link href={`/match/${best.match}`}>
              <ScoreText shown={best.shown} />
            </Link>
          </p>
        </>
      )}
      <Facts
        className="board-card-facts"
        facts={{
          [t("player.played")]: row.played,
          // Of games for several the rating says how many counted, those that were left among them.
          [t("player.ranked")]: best ? row.ranked : undefined,
          [t("player.dailies")]: row.dailies || undefined,
          [t("player.won")]: row.won ?? undefined,
          [t("player.mean")]: row.mean === null ? undefined : number(row.mean, 1),
          [t("player.time")]: span(row.seconds),
        }}
      />
    </article>
  );
}
