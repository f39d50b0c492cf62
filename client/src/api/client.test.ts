import { MutationObserver } from "@tanstack/react-query";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setLanguage } from "@/text";
import * as notices from "@/ui/notices";
import { ME, queryClient, request } from "./client";
import { Problem } from "./problem";

const notified = vi.spyOn(notices, "notify");

beforeAll(() => setLanguage("en"));
beforeEach(() => notified.mockClear());

async function fails(error: unknown, meta?: { failureShown: boolean }): Promise<void> {
  const mutation = new MutationObserver(queryClient, { mutationFn: () => Promise.reject(error), meta });
  await mutation.mutate().catch(() => {});
}

describe("what is asked for and fails", () => {
  test("is told to the player in the words for its code", async () => {
    await fails(new Problem("room-full", "no seat", 409));
    expect(notified.mock.calls).toEqual([["No seat is free any more."]]);
  });

  test("is told in the server's words where the code has none", async () => {
    await fails(new Problem("never-heard-of", "the moon is wrong", 400));
    expect(notified.mock.calls).toEqual([["the moon is wrong"]]);
  });

  test("is not told twice where the page shows it in its place", async () => {
    await fails(new Problem("room-full", "no seat", 409), { failureShown: true });
    expect(notified).not.toHaveBeenCalled();
  });
});

describe("a device that was signed out", () => {
  test("is told so once, and goes on as a guest who is asked for anew", async () => {
    const reset = vi.spyOn(queryClient, "resetQueries");
    await fails(new Problem("no-player", "visit first", 401));
    expect(notified).toHaveBeenCalledTimes(1);
    expect(notified.mock.calls[0]?.[0]).toContain("signed out");
    expect(reset).toHaveBeenCalledTimes(1);
    reset.mockRestore();
  });

  test("asks once, however much fails meanwhile", async () => {
    const reset = vi.spyOn(queryClient, "resetQueries");
    const asked = queryClient.fetchQuery({ queryKey: ME, queryFn: () => new Promise(() => {}) });
    asked.catch(() => {});
    await fails(new Problem("no-player", "visit first", 401));
    expect(reset).not.toHaveBeenCalled();
    await queryClient.cancelQueries({ queryKey: ME });
    reset.mockRestore();
  });
});

describe("an answer", () => {
  const response = (status: number) => new Response(null, { status });

  test("that is well gives its data", async () => {
    expect(await request(Promise.resolve({ data: 5, response: response(200) }))).toBe(5);
  });

  test("that refuses is a problem with its code", async () => {
    const error = { code: "room-full", detail: "no seat" };
    const asked = request(Promise.resolve({ error, response: response(409) }));
    await expect(asked).rejects.toMatchObject({ ...error, status: 409 });
  });

  test("that does not come is a problem, too", async () => {
    await expect(request(Promise.reject(new TypeError("failed to fetch")))).rejects.toMatchObject({
      code: "unreachable",
    });
  });
});
