/** One player's card beside the cloth. The lamp hangs over whose turn it is. */

import { useId } from "react";
import { BotMenu, Icon, type SeatNow, useHost } from "@/game-kit";
import type { Named } from "./names";
import { LETTERS, Patch, seatStyle } from "./Stitches";
import "./cards.css";

interface ScorecardProps {
  index: number;
  /** 0 is nearest to me, then clockwise. */
  place: number;
  seat: SeatNow;
  named: Named;
  score: number;
  turn: boolean;
  won: boolean;
}

export function Scorecard({ index, place, seat, named, score, turn, won }: ScorecardProps) {
  const { t, table } = useHost();
  const id = useId();
  const asks = table?.room.phase === "over" && seat.player && table.room.rematch.includes(seat.player);
  return (
    <li
      className={`dots-card dots-place-${place}`}
      style={seatStyle(index)}
      data-turn={turn}
      data-won={won}
      aria-current={turn ? "true" : undefined}
    >
      {turn && <Lamp />}
      <Patch seat={index} id={id} />
      <span className="dots-card-words">
        <span className="unseen">{t("card.seat", { letter: LETTERS[index] })}</span>
        <span className="dots-card-name">{named.name}</span>
        <span className="dots-card-note">
          {named.bot && <Icon name="robot" size={16} />}
          {won ? t("card.won") : asks ? t("card.asks") : named.note}
        </span>
        {turn && <span className="unseen">{t("card.turn")}</span>}
      </span>
      <span className="dots-card-score figures">
        {score}
        <span className="unseen"> {t("card.boxes")}</span>
      </span>
      <BotMenu seat={index} className="dots-card-bot" />
    </li>
  );
}

function Lamp() {
  return (
    <svg className="dots-lamp" viewBox="0 0 40 22" aria-hidden="true">
      <path className="dots-lamp-light" d="M9 12h22l9 10H0z" />
      <path className="dots-lamp-shade" d="M20 0v4M20 3l12 10H8z" />
    </svg>
  );
}
