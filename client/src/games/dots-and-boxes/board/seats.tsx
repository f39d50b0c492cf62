/** How a seat is shown: its mark on the board and beside it, its card, and its place in the ranking at the end.
 *
 * Each seat has a colour, a pattern and a letter, so that colour alone never counts.
 */
import { type CSSProperties, type SVGProps, useId } from "react";
import {
  BotMenu,
  CountUp,
  type GameProps,
  Icon,
  type PlayerName,
  StandInTime,
  seatLetter,
  useHost,
} from "@/game-kit";
import type { Draw, View } from "../types";
import { boxesFilled } from "./words";
import "./seats.css";

/** The seat's colour for everything inside. */
export const seatStyle = (seat: number): CSSProperties =>
  ({ "--seat": `var(--seat-${seat})` }) as CSSProperties;

/** Diagonal lines, dots, a grid, waves: as paths, and how wide they are drawn. */
const PATTERNS = [
  ["M-4 4 4-4M0 16 16 0M12 20l8-8", 2.4],
  ["M8 8h.01", 6.8],
  ["M0 8h16M8 0v16", 2.4],
  ["M-8 6q4-5 8 0t8 0 8 0 8 0M-8 14q4-5 8 0t8 0 8 0 8 0", 2.4],
] as const;

/** To be put once into every picture that shows patterns; `id` keeps those of two pictures apart. */
export function Patterns({ id }: { id: string }) {
  return PATTERNS.map(([path, width], seat) => (
    <pattern key={path} id={`${id}-${seat}`} width="16" height="16" patternUnits="userSpaceOnUse">
      <g fill="none" stroke={`var(--seat-${seat})`} opacity="0.62">
        <path d={path} strokeWidth={width} strokeLinecap={seat === 1 ? "round" : undefined} />
      </g>
    </pattern>
  ));
}

/** A rectangle in a seat's colour and pattern; `patterns` is the id of those of its picture. */
export function Surface({
  seat,
  patterns,
  ...rect
}: SVGProps<SVGRectElement> & { seat: number; patterns: string }) {
  return (
    <g style={seatStyle(seat)}>
      <rect {...rect} fill="color-mix(in srgb, var(--seat) 24%, var(--table))" />
      <rect {...rect} fill={`url(#${patterns}-${seat})`} />
    </g>
  );
}

const MARKS_COLOUR = "light-dark(#fffaf0, #1d1627)";
const MARKS_WIDTH = [2.5, 6, 2, 2.5];

/** A line along the x axis. The marks on it repeat the seat's pattern. */
export function SeatLine({ length, seat }: { length: number; seat: number }) {
  const line = `M0 0h${length}`;
  return (
    <g className="dots-stroke" style={seatStyle(seat)} fill="none" strokeWidth="12" strokeLinecap="round">
      <path className="dots-stroke-shade" stroke="var(--shade)" d={line} />
      <path stroke="var(--seat)" d={line} />
      <path stroke={MARKS_COLOUR} strokeWidth={MARKS_WIDTH[seat]} d={marksOf(seat, length)} />
    </g>
  );
}

function marksOf(seat: number, length: number): string {
  const every = (step: number, draw: (x: number) => string) =>
    Array.from({ length: Math.floor((length - 22) / step) }, (_, index) => draw(14 + index * step)).join("");
  if (seat === 0) return every(12, (x) => `M${x} 5l7-10`);
  if (seat === 1) return every(14, (x) => `M${x + 2} 0h.01`);
  if (seat === 2) return `M12 0H${length - 12}${every(12, (x) => `M${x + 2}-6v12`)}`;
  return `M12 0q4-7 8 0${"t8 0".repeat(Math.floor((length - 32) / 8))}`;
}

/** The seat's letter on its pattern: how it is shown outside the board. */
export function Badge({ seat }: { seat: number }) {
  const id = useId();
  return (
    <svg className="dots-badge" viewBox="0 0 48 48" style={seatStyle(seat)} aria-hidden="true">
      <Patterns id={id} />
      <Surface seat={seat} patterns={id} x="1" y="1" width="46" height="46" rx="9" />
      <rect className="dots-seam" x="2" y="2" width="44" height="44" rx="8" />
      <text className="dots-letter" x="24" y="33" fontSize="26">
        {seatLetter(seat)}
      </text>
    </svg>
  );
}

interface CardProps extends Pick<GameProps<View, Draw>, "moment" | "seats"> {
  seat: number;
  player: PlayerName | undefined;
  /** Where it stands around the board: 0 is nearest to me, then clockwise. Without it, it stands in the ranking. */
  place?: number;
}

/** One player with their score. A lamp hangs over whose turn it is. */
export function Card({ moment, seats, seat, player, place }: CardProps) {
  const { t, table } = useHost();
  const { view, last, outcome } = moment;
  const [turn, won] = [view.turn === seat, view.winners.includes(seat)];
  const { player: id, bot_due_ms: due } = seats[seat] ?? {};
  const asks = table?.room.phase === "over" && id && table.room.rematch.includes(id);
  const standIn = due == null || outcome ? null : <StandInTime moment={moment} due={due} />;
  const gained = last?.seat === seat && last.refused == null ? boxesFilled(view) : 0;
  const ranked = place === undefined;
  const score = view.scores[seat] ?? 0;
  return (
    <li
      className="dots-card"
      style={{ ...seatStyle(seat), gridArea: ranked ? undefined : `p${place}` }}
      data-top={place === 1 || place === 2}
      data-turn={turn}
      data-won={won}
      aria-current={turn ? "true" : undefined}
    >
      {turn && (
        <svg className="dots-lamp" viewBox="0 0 40 22" aria-hidden="true">
          <path d="M9 12h22l9 10H0z" opacity="0.28" />
          <path d="M20 0v4M20 3l12 10H8z" stroke="var(--lamp)" strokeWidth="1.75" strokeLinejoin="round" />
        </svg>
      )}
      <Badge seat={seat} />
      <span className="dots-player">
        <span className="unseen">{t("seating.seat", { letter: seatLetter(seat) })}:</span>
        <span className="dots-player-name" title={player?.name}>
          {player?.name}
        </span>
        <span className="dots-player-note">
          {player?.bot && <Icon name="robot" size={16} />}
          {won && !ranked ? t("card.won") : asks ? t("card.asks") : (standIn ?? player?.note)}
        </span>
        {turn && <span className="unseen">{t("card.turn")}</span>}
      </span>
      {won && ranked && <Icon name="trophy" />}
      {gained > 0 && !ranked && (
        <span className="dots-gained figures" aria-hidden="true">
          +{gained}
        </span>
      )}
      <span className="dots-card-score figures">
        {ranked ? <CountUp value={score} /> : score}
        <span className="unseen"> {t("card.boxes")}</span>
      </span>
      <BotMenu moment={moment} seats={seats} seat={seat} className="dots-card-bot" />
    </li>
  );
}
