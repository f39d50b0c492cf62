import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UNREACHABLE_HEADER } from "@/api/noServer";
import { isServerUnreachable, markServerUnreachable } from "@/api/reachable";
import { askHub } from "./hubTimeout";

let isHealthy: boolean;
/** What was asked besides the server's health, and how each is answered. */
let asked: { request: Request; give: (answer: Response) => void }[];

beforeEach(() => {
  vi.useFakeTimers();
  isHealthy = false;
  asked = [];
  vi.stubGlobal("fetch", (to: Request | string, { signal }: RequestInit = {}) => {
    if (!(to instanceof Request))
      return isHealthy ? Promise.resolve(Response.json({ status: "ok" })) : Promise.reject(new TypeError());
    return new Promise((give, fail) => {
      asked.push({ request: to, give });
      signal?.addEventListener("abort", () => fail(signal.reason));
    });
  });
});

afterEach(async () => {
  await heardAgain();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function heardAgain(): Promise<void> {
  isHealthy = true;
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(isServerUnreachable()).toBe(false);
}

const ROOMS = (method = "GET") => new Request("http://hub.test/api/me/rooms", { method });

test("a hub that is heard again is waited for as before", async () => {
  const answered = askHub(ROOMS());
  answered.catch(() => {});
  markServerUnreachable();
  await vi.advanceTimersByTimeAsync(1000);
  await heardAgain();
  await vi.advanceTimersByTimeAsync(4000);
  asked[0]?.give(Response.json("late"));
  expect(await (await answered).json()).toBe("late");
});

test("what is read is asked for once more when the hub is found to be unreachable, and what is written is not", async () => {
  const read = askHub(ROOMS());
  const written = askHub(ROOMS("POST"));
  const failed = expect(written).rejects.toThrow("the hub does not answer");
  read.catch(() => {});
  markServerUnreachable();
  await vi.advanceTimersByTimeAsync(2000);
  await failed;
  expect(asked.map(({ request }) => [request.method, request.headers.has(UNREACHABLE_HEADER)])).toEqual([
    ["GET", false],
    ["POST", false],
    ["GET", true],
  ]);
  asked[2]?.give(Response.json("kept"));
  expect(await (await read).json()).toBe("kept");
});
