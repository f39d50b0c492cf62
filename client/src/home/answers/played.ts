/** Matches kept at home in the shapes in which a hub tells of its own. */
import type { Schema } from "@/api/client";
import type { KeptSession } from "@/home/kept/kept";

/** A line of the history. */
export function playedAt(kept: KeptSession): Schema["PlayedMatch"] {
  const { match, tried } = kept;
  const { outcome } = match;
  return {
    match: match.id,
    game: match.game,
    board: outcome && match.board,
    started: match.started,
    ended: match.ended,
    reason: outcome?.reason ?? null,
    seats: match.seats.map((seat, index) => ({
      ...seat,
      score: outcome?.scores[index] ?? null,
      shown: match.shown[index] ?? null,
      won: outcome?.winners.includes(index) ?? false,
    })),
    confirmed: null,
    counted: false,
    not_counted: whyNot(kept),
    held: false,
    daily: null,
    tried,
    handed_in: null,
  };
}

/** Nothing that was played at home counts: at the least, nobody has seen its time. */
const whyNot = (kept: KeptSession) => kept.not_counted ?? "unwitnessed";

/** What it means to whoever played it; null unless it came to its end. */
export function resultOf(kept: KeptSession): Schema["MatchResult"] | null {
  const { match, player } = kept;
  const seat = match.seats.findIndex((one) => one.player === player);
  const shown = match.shown[seat];
  if (!match.outcome || !shown) return null;
  return {
    match: match.id,
    game: match.game,
    board: match.board,
    daily: null,
    confirmed: null,
    not_counted: whyNot(kept),
    score: match.outcome.scores[seat] ?? 0,
    shown,
    best_before: null,
    best_shown: null,
    place: null,
    rating: null,
    against: null,
  };
}
