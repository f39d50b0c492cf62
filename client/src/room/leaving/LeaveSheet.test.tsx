import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { queryClient } from "@/api/client";
import { room } from "@/connection/testing";
import type { RoomNow } from "@/game-kit/contract/types";
import { setLanguage } from "@/text";
import LeaveSheet from "./LeaveSheet";

type Seat = RoomNow["seats"][number];
const ANN: Seat = { held_by: "player", name: "Ann", player: "ann", present: true };
const BEN: Seat = { ...ANN, name: "Ben", player: "ben" };
const BOT: Seat = { held_by: "bot", level: "casual", present: true };

beforeAll(() => setLanguage("en"));
afterEach(cleanup);

/** What the sheet says, and what its buttons are called. */
function leaving(more: Partial<RoomNow>, clocked = false): { text: string; buttons: (string | null)[] } {
  render(
    <QueryClientProvider client={queryClient}>
      <LeaveSheet room={room(more)} me="ann" clocked={clocked} open onClose={() => {}} />
    </QueryClientProvider>,
  );
  const sheet = screen.getByRole("dialog", { name: "Leave the room" });
  const buttons = [...sheet.querySelectorAll(".button")].map((one) => one.textContent);
  return { text: sheet.textContent ?? "", buttons };
}

test("a match against bots can be kept for later, or ends", () => {
  const { text, buttons } = leaving({ seats: [ANN, BOT, BOT] });
  expect(buttons).toEqual(["Keep for later", "Leave"]);
  expect(text).toContain("It waits for you on the first page.");
  expect(text).toContain("The match ends where it is and is not played on.");
  expect(screen.getByRole("link", { name: "Keep for later" }).getAttribute("href")).toBe("/");
});

test("with a clock it waits, too, but time does not", () => {
  expect(leaving({ seats: [ANN, BOT] }, true).text).toContain("the clock runs on");
});

test.each<[Partial<RoomNow>, string]>([
  [{ seats: [ANN, BEN] }, "A bot takes over after a short while"],
  [{ seats: [ANN, BEN], ranked: true }, "This match is rated: leaving counts as losing it"],
  [{ seats: [ANN, BEN], phase: "gathering" }, "You give up your seat; others can take it."],
])("among others leaving is asked for once, with what it means, or watching instead: %j", (more, meaning) => {
  const { text, buttons } = leaving(more);
  expect(text).toContain(meaning);
  expect(buttons).toEqual(["Leave", "Watch instead", "Stay"]);
});

test("nobody can watch a room that closes", () => {
  const { text, buttons } = leaving({ seats: [ANN, BOT], phase: "gathering" });
  expect(text).toContain("Nobody else is here: the room closes.");
  expect(buttons).toEqual(["Leave", "Stay"]);
});
