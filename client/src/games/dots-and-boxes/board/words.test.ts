import { beforeAll, describe, expect, test } from "vitest";
import type { Moment, PlayerName, Translate } from "@/game-kit";
import { wordsOf } from "@/game-kit/testing";
import type { Draw, View } from "../types";
import { lastText, resultText, timeUpText, turnText } from "./words";

const VIEW: View = { h: [], v: [], boxes: [], scores: [0, 0, 0], turn: 0, last: null, winners: [] };
const person = (name: string): PlayerName => ({ name, fullName: name, note: "", bot: false });
const NAMES = [person("Ann"), person("Ben"), { ...person("Bot"), fullName: "Bot C", bot: true }];

/** A moment after a line of some seat, if any. */
function moment(view: Partial<View>, mover: number | null = null): Moment<View, Draw> {
  const action = { do: "draw", r0: 0, c0: 0, r1: 0, c1: 1 } as const;
  return {
    match: "m",
    seq: 1,
    view: { ...VIEW, ...view },
    toMove: [],
    scores: [],
    outcome: null,
    last: mover === null ? null : { at_ms: 0, seat: mover, action },
    clock: () => 0,
    dueMs: null,
  };
}

const scene = (now: Moment<View, Draw>, mine: number[]) => ({
  moment: now,
  names: NAMES,
  mine,
  t,
  language: "en",
  live: true,
});

let t: Translate;
beforeAll(async () => {
  t = await wordsOf("dots-and-boxes");
});

test("that the clock drew is told to whoever it drew for, by name to all others and at a shared device", () => {
  expect(timeUpText(scene(moment({}, -1), [0]), 0)).toBe("Time was up: a line was drawn for you.");
  expect(timeUpText(scene(moment({}, -1), [1]), 0)).toBe("Time was up for Ann: a line was drawn.");
  expect(timeUpText(scene(moment({}, -1), [0, 1]), 0)).toBe("Time was up for Ann: a line was drawn.");
});

describe("whose turn it is", () => {
  test("mine, and mine again after a box", () => {
    expect(turnText(scene(moment({ turn: 0 }, 2), [0]))).toBe("Your turn. Draw a line.");
    expect(turnText(scene(moment({ turn: 0 }, 0), [0]))).toBe("A box is yours. Draw again.");
  });

  test("after two boxes with one line, that they were two: to me, beside me and of others", () => {
    const boxes = [
      [0, null],
      [0, null],
    ];
    const two = moment({ turn: 0, last: "h10", boxes }, 0);
    expect(turnText(scene(two, [0]))).toBe("Two boxes! Draw again.");
    expect(turnText(scene(two, [0, 1]))).toBe("Two boxes! Ann draws again.");
    expect(turnText(scene(two, [1]))).toBe("Two boxes! Ann draws again.");
    expect(lastText(scene(two, [1]))).toBe("Ann: horizontal line, row 2, column 1. Two boxes!");
    const one = moment({ turn: 0, last: "v00", boxes }, 0);
    expect(turnText(scene(one, [1]))).toBe("A box! Ann draws again.");
    expect(lastText(scene(one, [1]))).toBe("Ann: vertical line, row 1, column 1. A box!");
  });

  test("of a bot in a replay: nobody thinks there", () => {
    const replayed = { ...scene(moment({ turn: 2 }, 1), []), live: false };
    expect(turnText(replayed)).toBe("Bot C’s turn.");
  });

  test("another person's, or a bot's", () => {
    expect(turnText(scene(moment({ turn: 1 }), [0]))).toBe("Ben’s turn.");
    expect(turnText(scene(moment({ turn: 2 }), [0]))).toBe("Bot C is thinking.");
  });

  test("the device is passed on from one of its players to the next", () => {
    expect(turnText(scene(moment({ turn: 1 }, 0), [0, 1]))).toBe("Pass the device to Ben.");
    expect(turnText(scene(moment({ turn: 1 }, 1), [0, 1]))).toBe("A box! Ben draws again.");
    expect(turnText(scene(moment({ turn: 0 }, 2), [0, 1]))).toBe("Ann, draw a line.");
  });
});

describe("how it ended", () => {
  const over = (scores: number[], winners: number[]) => moment({ scores, winners, turn: null });

  test("I have won, or somebody else has", () => {
    expect(resultText(scene(over([12, 8, 5], [0]), [0])).title).toBe("You win");
    expect(resultText(scene(over([12, 8, 5], [0]), [1])).title).toBe("Ann wins");
    expect(resultText(scene(over([12, 8, 5], [0]), [])).spoken).toBe(
      "All 25 boxes are filled: A 12, B 8, C 5.",
    );
  });

  test("whoever receives it reads who won, and the names of all, whoever sends it", () => {
    for (const mine of [[0], [1], []]) {
      expect(resultText(scene(over([12, 8, 5], [0]), mine)).share).toBe("Ann wins: Ann 12, Ben 8, Bot C 5.");
    }
    expect(resultText(scene(over([10, 10, 5], [0, 1]), [0])).share).toBe(
      "Ann and Ben share it, 10 each: Ann 10, Ben 10, Bot C 5.",
    );
  });

  test("a tie names everybody who shares the highest score, and what each has", () => {
    const tie = scene(over([10, 10, 5], [0, 1]), [0]);
    expect(resultText(tie).title).toBe("Ann and Ben share it, 10 each");
    expect(turnText(tie)).toBe("Ann and Ben share it, 10 each");
    const three = scene(over([8, 8, 8, 1], [0, 1, 2]), []);
    expect(resultText(three).title).toBe("Ann, Ben, and Bot C share it, 8 each");
  });
});

test("what was drawn is told, and that the clock drew it", () => {
  const now = moment({ last: "h00", turn: 1 }, 0);
  expect(lastText(scene(now, []))).toBe("Ann: horizontal line, row 1, column 1.");
  const clock = { ...now, last: { at_ms: 0, seat: -1, action: { do: "time-up" } as const } };
  expect(lastText(scene(clock, []))).toBe("horizontal line, row 1, column 1.");
});
