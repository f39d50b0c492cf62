/** All players at the end, the best first; who shares a score shares a place. Also who asks for another game. */

import { useId } from "react";
import { CountUp, Icon, type SeatNow, useHost } from "@/game-kit";
import type { Named } from "./names";
import { LETTERS, Patch } from "./Stitches";
import type { View } from "./types";

interface RankingProps {
  names: readonly Named[];
  seats: readonly SeatNow[];
  view: View;
}

export function Ranking({ names, seats, view }: RankingProps) {
  const { t, table } = useHost();
  const id = useId();
  const asked = table?.room.rematch ?? [];
  const order = view.scores.map((score, seat) => ({ score, seat })).sort((a, b) => b.score - a.score);
  return (
    <ol className="dots-ranking">
      {order.map(({ score, seat }) => {
        const player = seats[seat]?.player;
        return (
          <li key={seat} data-won={view.winners.includes(seat)}>
            <Patch seat={seat} id={`${id}-${seat}`} />
            <span className="dots-card-words">
              <span className="unseen">{t("card.seat", { letter: LETTERS[seat] })}</span>
              <span className="dots-card-name">{names[seat]?.name}</span>
              <span className="dots-card-note">
                {player && asked.includes(player) ? t("card.asks") : names[seat]?.note}
              </span>
            </span>
            {view.winners.includes(seat) && <Icon name="trophy" />}
            <CountUp value={score} />
          </li>
        );
      })}
    </ol>
  );
}
