/** One player with their score: beside the board, or in order at the end. A lamp hangs over whose turn it is. */
import { Icon } from "@/ui/controls/Icon";
import { useHost } from "../contract/host";
import type { Moment, SeatNow } from "../contract/types";
import { BotMenu } from "../layout/BotMenu";
import { CountUp } from "../layout/GameOver";
import { StandInTime } from "../layout/StandInNote";
import { type PlayerName, seatLetter } from "../match/playerNames";
import { SeatBadge, seatStyle } from "./seatMarks";

interface PlayerCardProps {
  moment: Moment<unknown, unknown>;
  seats: readonly SeatNow[];
  seat: number;
  player: PlayerName | undefined;
  /** What points are called, after their number. */
  unit: string;
  /** What the seat won by the last entry. */
  gained: number;
  /** Where it stands around the board: 0 is nearest to me, then clockwise. Without it, it stands in order at the end. */
  place?: number;
}

export function PlayerCard({ moment, seats, seat, player, unit, gained, place }: PlayerCardProps) {
  const { t, room } = useHost();
  const { toMove, outcome, scores } = moment;
  const [turn, won] = [toMove.includes(seat), outcome?.winners.includes(seat) ?? false];
  const { player: id, bot_due_ms: due } = seats[seat] ?? {};
  const asks = room?.now.phase === "over" && id && room.now.rematch.includes(id);
  const standIn = due == null || outcome ? null : <StandInTime moment={moment} due={due} />;
  const inOrder = place === undefined;
  const score = scores[seat] ?? 0;
  return (
    <li
      className="seat-card"
      style={{ ...seatStyle(seat), gridArea: inOrder ? undefined : `p${place}` }}
      data-top={place === 1 || place === 2}
      data-turn={turn}
      data-won={won}
      aria-current={turn ? "true" : undefined}
    >
      {turn && (
        <svg className="seat-card-lamp" viewBox="0 0 40 22" aria-hidden="true">
          <path d="M9 12h22l9 10H0z" opacity="0.28" />
          <path d="M20 0v4M20 3l12 10H8z" stroke="var(--lamp)" strokeWidth="1.75" strokeLinejoin="round" />
        </svg>
      )}
      <SeatBadge seat={seat} />
      <span className="seat-card-player">
        <span className="unseen">{t("seating.seat", { letter: seatLetter(seat) })}:</span>
        <span className="seat-card-name" title={player?.name}>
          {player?.name}
        </span>
        <span className="seat-card-note">
          {player?.bot && <Icon name="robot" size={16} />}
          {won && !inOrder ? t("card.won") : asks ? t("card.asks") : (standIn ?? player?.note)}
        </span>
        {turn && <span className="unseen">{t("card.turn")}</span>}
      </span>
      {won && inOrder && (
        <>
          <Icon name="trophy" />
          <span className="unseen">{t("card.won")}</span>
        </>
      )}
      {gained > 0 && !inOrder && !outcome && (
        <span className="seat-card-gained figures" aria-hidden="true">
          +{gained}
        </span>
      )}
      <span className="seat-card-score figures">
        {inOrder ? <CountUp value={score} /> : score}
        <span className="unseen"> {unit}</span>
      </span>
      <BotMenu moment={moment} seats={seats} seat={seat} className="seat-card-bot" />
    </li>
  );
}
