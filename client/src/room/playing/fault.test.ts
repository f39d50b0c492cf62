import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import type { Fault } from "@/api/protocol";
import type { SeatNow } from "@/game-kit/contract/types";
import { HUB, setLanguage } from "@/text";
import { faultText } from "./fault";

const bot: SeatNow = { held_by: "bot", level: "skilled", kept_for: "ann", kept_name: "Ann" };
const fault = (code: string): Fault => ({ type: "fault", code, detail: "you do not hold seat 1", ref: "r" });
const told = (code: string, seats: SeatNow[]) =>
  faultText(i18next.getFixedT("en", HUB), fault(code), seats, "ann");

beforeAll(() => setLanguage("en"));

test("whose seat a bot has taken is told so when their move comes too late", () => {
  expect(told("not-your-seat", [bot])).toBe("A bot has played for you meanwhile: your move was not made.");
  expect(told("not-your-seat", [{ ...bot, kept_for: "ben" }])).toBe(
    "This seat is not yours any more: your move was not made.",
  );
  expect(told("too-fast", [bot])).toBe("Slower, please. Try again in a moment.");
});
