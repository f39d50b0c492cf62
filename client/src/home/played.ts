/** Matches kept at home in the shapes in which a hub tells of its own. */
import type { Schema } from "@/api/client";
import type { KeptSession } from "./kept";

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

/** Why it does not count where the clock is watched. */
function whyNot({ match, tried, chosen, helped }: KeptSession): Schema["PlayedMatch"]["not_counted"] {
  if (tried || chosen) return "chosen-seed";
  if (helped) return "helped";
  if (match.seats.some(({ bot }) => bot !== null)) return "bot";
  if (match.seats.length > 1) return "same-player";
  if (!match.outcome) return "unfinished";
  const { scores, winners } = match.outcome;
  if (!winners.includes(0)) return "lost";
  return (scores[0] ?? 0) > 0 ? "unwitnessed" : "no-points";
}

/** What it means to whoever played it; null unless it came to its end and they held one seat of it. */
export function resultOf(kept: KeptSession): Schema["MatchResult"] | null {
  const { match, player } = kept;
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
