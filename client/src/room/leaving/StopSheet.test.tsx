import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { queryClient } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import { room } from "@/connection/testing";
import type { MatchProps, RoomNow } from "@/game-kit/contract/types";
import { setLanguage } from "@/text";
import { Notices, notify } from "@/ui/notices";
import StopSheet from "./StopSheet";

let submitted: unknown[] = [];
let closed = 0;
/** What was said before is what is on show as long as nothing else is said. */
const EARLIER = "said earlier";

beforeAll(() => setLanguage("en"));
beforeEach(() => {
  submitted = [];
  closed = 0;
  notify(EARLIER);
  queryClient.setQueryData(gamesQuery.queryKey, []);
});
afterEach(cleanup);

type Now = MatchProps<unknown, unknown>["moment"];

function stop(connected: boolean, moment: Partial<Now> = {}, more: Partial<RoomNow> = {}): void {
  const now = room(more);
  const match: MatchProps<unknown, unknown> = {
    moment: {
      match: "m1",
      seq: 3,
      view: {},
      toMove: [0],
      scores: [7],
      outcome: null,
      last: null,
      clock: () => 0,
      dueMs: null,
      ...moment,
    },
    seats: now.seats,
    mine: [0],
    pending: [],
    refused: null,
    submit: (action) => submitted.push(action),
  };
  const onClose = () => {
    closed += 1;
  };
  render(
    <QueryClientProvider client={queryClient}>
      <Notices />
      <StopSheet room={now} match={match} connected={connected} onClose={onClose} />
    </QueryClientProvider>,
  );
}

function finish(connected: boolean): string {
  stop(connected);
  act(() => void fireEvent.click(screen.getByRole("button", { name: "Finish here" })));
  return document.querySelector(".notice")?.textContent ?? "";
}

test.each([
  [true, EARLIER],
  [false, "No connection: the game ends as soon as this can be sent."],
])("to finish is sent at once and, without a connection, said to wait: connected %s", (connected, said) => {
  expect(finish(connected)).toBe(said);
  expect(submitted).toEqual([{ do: "finish" }]);
  expect(closed).toBe(1);
});

test.each<[boolean, Partial<Now>, string]>([
  [false, {}, "It waits for you on the first page."],
  [false, { dueMs: 9000 }, "It waits for you on the first page; the clock runs on."],
  [true, {}, "It waits for you on the first page; the clock runs on."],
  [true, { view: null }, "It waits for you on the first page."],
])(
  "where time is limited or counts, and has begun, the clock runs on: it counts %s, the moment %j",
  (time_counts, moment, said) => {
    queryClient.setQueryData(gamesQuery.queryKey, [{ id: "nim", time_counts }] as never);
    stop(true, moment);
    const kept = screen.getByRole("link", { name: "Keep for later" }).closest("li");
    expect(kept?.querySelector("p")?.textContent).toBe(said);
  },
);

test("a try whose time counts has a clock that runs on, too", () => {
  queryClient.setQueryData(gamesQuery.queryKey, [{ id: "nim", time_counts: true }] as never);
  stop(true, {}, { tried: { match: "m0", entries: 3 } as never });
  expect(screen.queryByText("The try waits for you on the first page.")).toBeNull();
  expect(screen.getAllByText("It waits for you on the first page; the clock runs on.")).toHaveLength(2);
});
