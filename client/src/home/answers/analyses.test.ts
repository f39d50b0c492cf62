import { expect, test, vi } from "vitest";
import { analysisHere, beginHere } from "./analyses";

const thinking: { resolve(report: unknown): void; reject(error: unknown): void }[] = [];
const ask = () =>
  new Promise<never>((resolve, reject) => thinking.push({ resolve: resolve as never, reject }));

test("analyses are worked out one after another, also after one that failed", async () => {
  for (const key of ["one", "two", "three"]) await beginHere(key, "", ask);
  await vi.waitFor(() => expect(thinking).toHaveLength(1));
  thinking[0]?.reject(new Error("out of memory"));
  await vi.waitFor(() => expect(thinking).toHaveLength(2));
  thinking[1]?.resolve({ moves: [] });
  await vi.waitFor(() => expect(thinking).toHaveLength(3));
  expect((await analysisHere("two"))?.state).toBe("ready");
  await expect(analysisHere("one")).rejects.toThrow("out of memory");
});
