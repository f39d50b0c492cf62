import { describe, expect, test } from "vitest";
import type { Schema } from "@/api/client";
import type { ListedGame } from "@/catalogue/names";
import { room } from "@/connection/testing";
import type { Outcome, SeatNow } from "@/game-kit/contract/types";
import { between, comparison, goal, grows, leavers, nextBoard, nextBot, placed, rated } from "./result";

type Result = Schema["MatchResult"];

const shown = (score: number): Schema["ShownScore"] => ({
  text: { en: `${score}`, ko: "" },
  spoken: { en: `${score} points`, ko: "" },
  note: { en: "", ko: "" },
  facts: { points: score },
});

function result(score: number, more: Partial<Result> = {}): Result {
  const best = more.best_before ?? null;
  return {
    match: "m",
    game: "ten-exorcism",
    board: "classic",
    daily: null,
    confirmed: true,
    not_counted: null,
    score,
    shown: shown(score),
    best_before: null,
    best_shown: best === null ? null : shown(best),
    place: null,
    rating: null,
    against: null,
    ...more,
  };
}

function place(rank: number, players: number, above: number | null): Result["place"] {
  const standing = (score: number) => ({
    rank: rank - 1,
    player: "p",
    name: "P",
    score,
    shown: shown(score),
    match: "x",
    at: 0,
    seconds: 1,
  });
  return { span: "week", rank, players, above: above === null ? null : standing(above) };
}

function changed(after: number, more: Partial<Schema["NewRating"]> = {}): Schema["NewRating"] {
  const change = { before: 1000, after, provisional: true };
  return {
    change,
    now: after,
    games_to_go: 9,
    rank: 1,
    rated_as: "won",
    i_left: false,
    others_left: [],
    ...more,
  };
}

describe("a score beside the best before it", () => {
  test.each([
    [result(61, { best_before: 54 }), "over.newBest", { more: 7 }],
    [result(42, { best_before: 54 }), "over.belowBest", { less: 12 }],
    [result(54, { best_before: 54 }), "over.asBest", {}],
    [result(61, { best_before: 54, not_counted: "helped" }), "over.bestStays", {}],
    [result(9, { place: place(1, 1, null) }), "over.firstBest", {}],
  ] as const)("%#", (given, key, facts) => {
    const said = comparison(given, true);
    expect(said?.key).toBe(key);
    expect(said?.facts ?? {}).toMatchObject(facts);
  });

  test("has no difference where scores do not add up", () => {
    expect(comparison(result(61, { best_before: 54 }), false)?.key).toBe("over.newBestOver");
    expect(comparison(result(42, { best_before: 54 }), false)?.key).toBe("over.yourBest");
  });

  test("of what was played at home is with what was played there", () => {
    const given = result(61, { best_before: 54, not_counted: "unwitnessed" });
    expect(comparison(given, true)?.key).toBe("over.newBest");
    expect(goal(result(42, { best_before: 54, not_counted: "unwitnessed" }), true)?.key).toBe(
      "over.goalBest",
    );
  });

  test("is not told of a daily, nor of a first try that does not count", () => {
    expect(comparison(result(61, { best_before: 54, daily: "2026-11-15" }), true)).toBeNull();
    expect(comparison(result(61, { not_counted: "chosen-seed" }), true)).toBeNull();
  });
});

test("a place among many is told as a share of them too", () => {
  expect(placed(result(5, { place: place(3, 17, null) }))?.key).toBe("over.place.week");
  expect(placed(result(5, { place: place(3, 40, null) }))).toEqual({
    key: "over.placeAmong.week",
    facts: { rank: 3, players: 40, percent: 8 },
  });
  expect(placed(result(5))).toBeNull();
});

describe("the next goal", () => {
  test("is the place above", () => {
    const given = result(5, { place: place(6, 17, 8) });
    expect(goal(given, true)).toEqual({ key: "over.goalPlace", facts: { count: 3, rank: 5 } });
    expect(goal(given, false)).toEqual({ key: "over.goalScore", facts: { rank: 5, score: shown(8) } });
  });

  test("is a new best for whoever has done better before", () => {
    expect(goal(result(42, { best_before: 54 }), true)).toEqual({
      key: "over.goalBest",
      facts: { count: 13 },
    });
    expect(goal(result(42, { best_before: 54, not_counted: "helped" }), true)).toBeNull();
  });

  test("is a rating that is settled", () => {
    const rating = changed(1024, { games_to_go: 8 });
    expect(goal(result(9, { rating }), true)).toEqual({ key: "over.goalRated", facts: { count: 8 } });
    expect(goal(result(9, { rating: { ...rating, games_to_go: 0 } }), true)).toBeNull();
    expect(rated(result(9, { rating }))).toEqual({
      key: "over.ratingProvisional",
      facts: { before: 1000, after: 1024 },
    });
  });

  test("is the next harder board of a game that can be lost, once one is won", () => {
    const names = ["easy", "medium", "hard"];
    const game = {
      goal: true,
      boards: names.map((name) => ({ name, label: { en: name } })),
      options: [{ name: "difficulty", choices: names.map((value) => ({ value, label: { en: value } })) }],
    } as unknown as ListedGame;
    const won = result(9, { board: "easy" });
    expect(nextBoard(won, game, true)).toEqual({ board: "medium", options: { difficulty: "medium" } });
    expect(nextBoard(won, game, false)).toBeNull();
    expect(nextBoard(result(9, { board: "hard" }), game, true)).toBeNull();
    expect(nextBoard(won, { ...game, goal: false }, true)).toBeNull();
    const pace = { name: "pace", choices: [{ value: "medium", label: { en: "medium" } }] };
    const paced = { ...game, options: [pace, ...game.options] } as unknown as ListedGame;
    expect(nextBoard(won, paced, true)).toEqual({ board: "medium", options: { difficulty: "medium" } });
  });
});

test("two who met before are told how they stand", () => {
  const against = { player: "b", name: "Bob", won: 3, lost: 2, tied: 0 };
  expect(between(result(9, { against }))?.key).toBe("over.lead");
  expect(between(result(9, { against: { ...against, lost: 4 } }))?.key).toBe("over.trail");
  expect(between(result(9, { against: { ...against, lost: 3 } }))?.key).toBe("over.level");
  expect(between(result(9, { against: { ...against, won: 1, lost: 0 } }))).toBeNull();
});

describe("a rated match that somebody left", () => {
  test("is lost for whoever left, whatever became of the board", () => {
    const given = result(17, { rating: changed(956, { rated_as: "lost", i_left: true }) });
    expect(leavers(given, true)).toEqual({ key: "over.leftAndWon" });
    expect(leavers(given, false)).toEqual({ key: "over.left" });
    expect(grows(given)).toBe(false);
  });

  test("says to the other why their rating changed", () => {
    const given = result(8, { rating: changed(1044, { others_left: ["Ben"] }) });
    expect(leavers(given, false)).toEqual({ key: "over.othersLeft", facts: { names: ["Ben"] } });
    expect(grows(given)).toBe(true);
    const second = result(8, { rating: changed(1010, { others_left: ["Ben"], rated_as: "lost" }) });
    expect(leavers(second, false)?.key).toBe("over.othersLast");
  });

  test("is not spoken of where everybody stayed, or nothing is rated", () => {
    expect(leavers(result(17, { rating: changed(1044) }), true)).toBeNull();
    expect(leavers(result(17), true)).toBeNull();
  });
});

describe("the next stronger bot", () => {
  const ann: SeatNow = { held_by: "player", name: "Ann", player: "ann", present: true };
  const bot: SeatNow = { held_by: "bot", level: "casual", present: true };
  const levels = ["novice", "casual", "skilled"];
  const ended = (...scores: number[]): Outcome => ({
    reason: "full",
    scores,
    winners: [scores.indexOf(Math.max(...scores))],
  });

  test("is offered at the same seat after one was clearly beaten", () => {
    expect(nextBot(room({ seats: [bot, ann] }), ended(8, 17), levels, 1)).toEqual({
      level: "skilled",
      seats: [{ for: "bot", level: "skilled" }, { for: "me" }],
    });
  });

  test("is not offered after a narrow win, a loss, the strongest, or a stand-in", () => {
    const seats = [ann, bot];
    expect(nextBot(room({ seats }), ended(13, 12), levels, 0)).toBeNull();
    expect(nextBot(room({ seats }), ended(8, 17), levels, 0)).toBeNull();
    expect(nextBot(room({ seats: [ann, { ...bot, level: "skilled" }] }), ended(17, 8), levels, 0)).toBeNull();
    expect(nextBot(room({ seats: [ann, { ...bot, kept_for: "ben" }] }), ended(17, 8), levels, 0)).toBeNull();
  });
});
