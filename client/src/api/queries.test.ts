import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Schema } from "./client";
import { resultQuery } from "./queries";

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
