import { focusManager, MutationObserver, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setLanguage } from "@/text";
import { connectPage, ME, queryClient, request, type Schema } from "./client";
import { Problem } from "./problem";
import { meQuery } from "./queries";
import * as reachable from "./reachable";

const notified = vi.fn<(text: string) => void>();

beforeAll(async () => {
  connectPage({ send: (request) => fetch(request), tell: notified });
  await setLanguage("en");
});
beforeEach(() => notified.mockClear());

/** What is fetched once is not tried again by itself, as what a page shows is. */
const AS_PAGES = { retry: queryClient.getDefaultOptions().queries?.retry, retryDelay: 0 };

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

test("what this device failed at after a while is not tried again before somebody wants it", async () => {
  const slow = vi.fn(async () => Promise.reject(new Problem("took-too-long", "it takes too long here", 503)));
  await expect(queryClient.fetchQuery({ queryKey: ["slow"], queryFn: slow, ...AS_PAGES })).rejects.toThrow();
  expect(slow).toHaveBeenCalledOnce();
});

describe("a device that the server does not know any more", () => {
  const unknown = new Problem("no-player", "visit first", 401);
  const visit = vi.fn<() => Promise<Schema["Player"]>>();
  const guest = { id: "1", name: "Quiet Owl", recoverable: false, account: false };
  let stop = () => {};

  /** As every page has it: who I am is asked and known. */
  async function known(): Promise<void> {
    visit.mockResolvedValueOnce(guest);
    const observer = new QueryObserver(queryClient, { ...meQuery, queryFn: visit });
    stop = observer.subscribe(() => {});
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(guest));
    visit.mockReset();
  }

  beforeEach(known);
  afterEach(() => {
    stop();
    queryClient.clear();
  });

  test("asks once who it is, learns that it was signed out, and asks no more by itself", async () => {
    visit.mockRejectedValue(new Problem("signed-out", "you are signed out", 401));
    await fails(unknown);
    await vi.waitFor(() =>
      expect(queryClient.getQueryState(ME)?.error).toMatchObject({ code: "signed-out" }),
    );
    await fails(unknown);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    const another = new QueryObserver(queryClient, { ...meQuery, queryFn: visit });
    another.subscribe(() => {})();
    expect(visit).toHaveBeenCalledTimes(1);
    expect(notified).not.toHaveBeenCalled();
    visit.mockResolvedValue({ ...guest, id: "2" });
    await queryClient.resetQueries();
    expect(queryClient.getQueryData(ME)).toMatchObject({ id: "2" });
    expect(visit).toHaveBeenCalledTimes(2);
  });

  test("is a guest from now on if it has no cookie left, and is told so", async () => {
    visit.mockResolvedValue({ ...guest, id: "2" });
    await fails(unknown);
    await vi.waitFor(() => expect(notified).toHaveBeenCalledTimes(1));
    expect(notified.mock.calls[0]?.[0]).toContain("signed out");
    expect(visit).toHaveBeenCalledTimes(1);
  });

  test("asks once, however much fails meanwhile", async () => {
    visit.mockReturnValue(new Promise(() => {}));
    await fails(unknown);
    await fails(unknown);
    expect(visit).toHaveBeenCalledTimes(1);
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

  test("of a proxy without a server behind it is none", async () => {
    const unreachable = vi.spyOn(reachable, "markServerUnreachable").mockReturnValue();
    for (const status of [502, 503, 504]) {
      const asked = request(Promise.resolve({ error: "<html>", response: response(status) }));
      await expect(asked).rejects.toMatchObject({ code: "unreachable" });
    }
    expect(unreachable).toHaveBeenCalledTimes(3);
    const refused = new Response("{}", {
      status: 503,
      headers: { "content-type": "application/problem+json" },
    });
    const asked = request(Promise.resolve({ error: { code: "server-busy" }, response: refused }));
    await expect(asked).rejects.toMatchObject({ code: "server-busy" });
    expect(unreachable).toHaveBeenCalledTimes(3);
    unreachable.mockRestore();
  });
});
