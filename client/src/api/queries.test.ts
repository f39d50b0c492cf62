import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { http, type Schema } from "./client";
import { awaitAnalysis, resultQuery } from "./queries";

test("what is said of a result stays until it is confirmed, and is never said of the next match", () => {
  const client = new QueryClient();
  const said = { score: 54 } as Schema["MatchResult"];
  const asked = (match: string, confirmed: boolean | null) => ({
    ...resultQuery(match, "me", confirmed),
    enabled: false,
  });
  client.setQueryData(resultQuery("m1", "me", null).queryKey, said);
  const observer = new QueryObserver(client, asked("m1", null));
  const stop = observer.subscribe(() => {});
  observer.setOptions(asked("m1", true));
  expect(observer.getCurrentResult().data).toBe(said);
  observer.setOptions(asked("m2", null));
  expect(observer.getCurrentResult().data).toBeUndefined();
  stop();
});

test("whoever waits for an analysis hears how far it is", async () => {
  vi.useFakeTimers();
  const answered = (now: object) => ({ data: now, response: new Response() }) as never;
  const working = (done: number) => answered({ state: "working", done, report: null });
  vi.spyOn(http, "POST").mockResolvedValue(working(0));
  vi.spyOn(http, "GET")
    .mockResolvedValueOnce(working(0.4))
    .mockResolvedValueOnce(answered({ state: "ready", done: 1, report: { best: 3 } }));
  const told: number[] = [];
  const report = awaitAnalysis("m1", (part) => told.push(part));
  await vi.runAllTimersAsync();
  expect([await report, told]).toEqual([{ best: 3 }, [0, 0.4]]);
  vi.useRealTimers();
});
