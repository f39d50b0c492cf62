/** Matches kept at home in the shapes in which a hub tells of its own. */
import type { Schema } from "@/api/client";
import type { KeptSession } from "./kept";

/** A line of the history. */
export function playedAt({ match, tried }: KeptSession): Schema["PlayedMatch"] {
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
    not_counted: outcome ? null : "unfinished",
    held: false,
    daily: null,
    tried,
  };
}

/** What it means to whoever played it; null unless it came to its end and they held one seat of it. */
export function resultOf({ match, player }: KeptSession): Schema["MatchResult"] | null {
  const mine = match.seats.flatMap((seat, index) => (seat.player === player ? [index] : []));
  const [seat] = mine;
  const shown = seat === undefined ? undefined : match.shown[seat];
  if (!match.outcome || seat === undefined || !shown || mine.length > 1) return null;
  return {
    match: match.id,
    game: match.game,
    board: match.board,
    daily: null,
    confirmed: null,
    not_counted: null,
    score: match.outcome.scores[seat] ?? 0,
    shown,
    best_before: null,
    best_shown: null,
    place: null,
    rating: null,
    against: null,
  };
}
