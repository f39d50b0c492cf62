import { expect, test } from "vitest";
import type { Schema } from "@/api/client";
import { matchPropsAt } from "./moment";

const step = { seq: 0, at_ms: 0, view: {}, to_move: [0], scores: [0, 0], outcome: null, entry: null };
const seats = [
  { player: "p1", name: "Ann", bot: null },
  { player: "p2", name: "Bob", bot: null },
] as unknown as Schema["MatchSeat"][];
const nearest = (me?: string) =>
  matchPropsAt({ id: "m1", game: "nim", seats }, [step as unknown as Schema["Step"]], 0, me).nearest;

test("a replay shows the board from the seat that was mine, and from the first one to others", () => {
  expect([nearest("p2"), nearest("p1"), nearest("p3"), nearest()]).toEqual([1, 0, 0, 0]);
});

test("a seat whose player left says whose it was", () => {
  const gone = [{ player: null, name: "skilled", bot: "skilled", left_by: "p1", left_name: "Ann" }];
  const props = matchPropsAt(
    { id: "m1", game: "nim", seats: gone as Schema["MatchSeat"][] },
    [step as unknown as Schema["Step"]],
    0,
  );
  expect(props.seats[0]).toMatchObject({ held_by: "bot", kept_for: "p1", kept_name: "Ann" });
});

test("a seat that nobody took from whoever left it is held by nobody", () => {
  const gone = [{ player: "p1", name: "Ann", bot: null, left_by: "p1", left_name: "Ann" }];
  const props = matchPropsAt(
    { id: "m1", game: "nim", seats: gone as Schema["MatchSeat"][] },
    [step as unknown as Schema["Step"]],
    0,
  );
  expect(props.seats[0]).toMatchObject({ held_by: "nobody", kept_for: "p1", kept_name: "Ann" });
});
