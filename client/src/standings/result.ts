/** What to say of a result, decided without drawing it: how it compares, where it stands, and what to try for next. */
import type { Schema } from "@/api/client";
import type { ListedGame } from "@/catalogue/names";
import { boardOption } from "@/catalogue/options";
import type { Outcome, RoomNow } from "@/game-kit/contract/types";
import type { Place } from "@/room/setup/openRoom";

type Result = Schema["MatchResult"];
type Shown = Schema["ShownScore"];

/** The names of players who left; null for one who was deleted. */
type Names = readonly (string | null)[];

/** A sentence by its key; a fact that is a score, or names, is said in the player's language. */
export interface Sentence {
  key: string;
  facts?: Readonly<Record<string, number | string | Shown | Names>>;
}

/** From so many players on, a place is told as a share of them too. */
const MANY = 20;

/** Why it is on no board; what was played at home is on one of its own, and compared with what was played there. */
const onNoBoard = ({ not_counted: reason }: Result) => (reason === "unwitnessed" ? null : reason);

/** Alone: the score beside the best there was before. Nothing where there is nothing to compare. */
export function comparison(result: Result, addsUp: boolean): Sentence | null {
  const { score, best_before: before, best_shown: best } = result;
  const reason = onNoBoard(result);
  if (result.daily !== null || (reason !== null && reason !== "held" && before === null)) return null;
  if (before === null || best === null) return result.place ? { key: "over.firstBest" } : null;
  if (score === before) return { key: "over.asBest", facts: { best } };
  if (score > before && reason !== null) return { key: "over.bestStays", facts: { best } };
  if (score > before)
    return addsUp
      ? { key: "over.newBest", facts: { more: score - before, best } }
      : { key: "over.newBestOver", facts: { best } };
  return addsUp
    ? { key: "over.belowBest", facts: { less: before - score, best } }
    : { key: "over.yourBest", facts: { best } };
}

/** Where it stands among everybody's. */
export function placed({ place }: Result): Sentence | null {
  if (!place) return null;
  const { rank, players, span } = place;
  const percent = Math.ceil((100 * rank) / players);
  return players >= MANY
    ? { key: `over.placeAmong.${span}`, facts: { rank, players, percent } }
    : { key: `over.place.${span}`, facts: { rank, players } };
}

export function rated({ rating }: Result): Sentence | null {
  if (!rating?.change) return null;
  const { before, after, provisional } = rating.change;
  return { key: provisional ? "over.ratingProvisional" : "over.rating", facts: { before, after } };
}

/** What a match was for the ratings where somebody left it, whatever became of the board. */
export function leavers({ rating }: Result, wonBoard: boolean): Sentence | null {
  if (!rating) return null;
  const { rated_as: as, i_left: left, others_left: names } = rating;
  if (left && as === "lost") return { key: wonBoard ? "over.leftAndWon" : "over.left" };
  if (names.length === 0) return null;
  return { key: as === "won" ? "over.othersLeft" : "over.othersLast", facts: { names } };
}

/** Whether a provisional rating grew, which comes in part from its becoming more certain. */
export function grows({ rating }: Result): boolean {
  const change = rating?.change;
  return change?.provisional === true && change.after > change.before;
}

/** How I and the other stand, once we have met before. */
export function between({ against }: Result): Sentence | null {
  if (!against || against.won + against.lost + against.tied < 2) return null;
  const { won, lost, name } = against;
  const key = won > lost ? "over.lead" : won < lost ? "over.trail" : "over.level";
  return { key, facts: { won, lost, name } };
}

/** What to try for next: the place above, my own best, a rating that is settled. */
export function goal(result: Result, addsUp: boolean): Sentence | null {
  const { place, rating, score, best_before: before } = result;
  const reason = onNoBoard(result);
  if (place?.above) {
    const { rank, shown } = place.above;
    return addsUp
      ? { key: "over.goalPlace", facts: { count: place.above.score - score, rank } }
      : { key: "over.goalScore", facts: { rank, score: shown } };
  }
  if (rating) {
    return rating.games_to_go > 0 ? { key: "over.goalRated", facts: { count: rating.games_to_go } } : null;
  }
  if (addsUp && before !== null && score <= before && result.daily === null && reason === null)
    return { key: "over.goalBest", facts: { count: before - score + 1 } };
  return null;
}

/** A win is clear if it is better by so many halves of the other's score. */
const CLEARLY = 3;

/** The seats of a game against the next stronger bot, and its level, after one bot was clearly beaten. */
export function nextBot(
  room: RoomNow,
  { winners, scores }: Outcome,
  levels: readonly string[],
  seat: number,
) {
  const other = room.seats[1 - seat];
  if (room.seats.length !== 2 || room.daily !== null || other?.held_by !== "bot" || other.kept_for)
    return null;
  const [mine = 0, theirs = 0] = [scores[seat], scores[1 - seat]];
  const level = levels[levels.indexOf(other.level ?? "") + 1];
  if (winners.length !== 1 || winners[0] !== seat || 2 * mine < CLEARLY * theirs) return null;
  if (!level || !levels.includes(other.level ?? "")) return null;
  const seats: Place[] = room.seats.map((_, at) => (at === seat ? { for: "me" } : { for: "bot", level }));
  return { level, seats };
}

/** The next harder board after one that was won, with the option that chooses it. */
export function nextBoard(result: Result, game: ListedGame | undefined, won: boolean) {
  if (!game?.goal || !won || result.daily !== null) return null;
  const at = game.boards.findIndex(({ name }) => name === result.board);
  const next = at < 0 ? undefined : game.boards[at + 1];
  const option = boardOption(game, next?.name);
  return next && option ? { board: next.name, options: { [option.name]: next.name } } : null;
}
