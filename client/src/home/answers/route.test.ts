import { act } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isServerUnreachable, markServerUnreachable } from "@/api/reachable";
import { keyOf } from "@/base";
import { forgetMe, formers, onOtherMe, rememberedMe, rememberMe } from "@/home/player/me";
import { setLanguage } from "@/text";
import * as answers from "./answers";
import { fetchAnywhere } from "./route";

const ANN = { id: "p1", name: "Ann" };
const ask = (path: string, method = "GET", body?: object) =>
  fetchAnywhere(new Request(`http://hub.test${path}`, { method, body: body && JSON.stringify(body) }));

let hub: ReturnType<typeof vi.fn>;

beforeEach(() => {
  localStorage.clear();
  hub = vi.fn(async () => Response.json(ANN));
  vi.stubGlobal("fetch", hub);
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("who I am", () => {
  test("is what the hub says, and remembered", async () => {
    await ask("/api/me", "POST");
    expect(rememberedMe()).toEqual(ANN);
  });

  test("is whoever a phrase or the end of a sign-in makes me, and whoever was here before is remembered", async () => {
    const guest = { id: "p0", name: "Guest", recoverable: false, account: false };
    rememberMe(guest);
    await ask("/api/me/recover", "POST", { phrase: "words" });
    expect([rememberedMe(), formers()]).toEqual([ANN, [guest]]);
    hub.mockResolvedValue(new Response(null, { status: 204 }));
    await ask("/api/me/sign-out", "POST");
    expect([rememberedMe(), formers()]).toEqual([null, [ANN, guest]]);
    rememberMe(guest);
    expect(formers()).toEqual([ANN]);
  });

  test("can be had again with a phrase from the moment on at which there is one", async () => {
    rememberMe({ id: "p0", name: "Guest", recoverable: false, account: false });
    hub.mockResolvedValue(Response.json({ phrase: "words", signed_out: 0 }));
    await ask("/api/me/phrase", "POST");
    expect(rememberedMe()?.recoverable).toBe(true);
  });

  test("is asked again when another window has become somebody else, and not when it has another name", async () => {
    const asked = vi.fn();
    const stop = onOtherMe(asked);
    const becomes = (id: string, name: string) =>
      dispatchEvent(
        new StorageEvent("storage", {
          key: keyOf("me"),
          oldValue: JSON.stringify(ANN),
          newValue: JSON.stringify({ id, name }),
        }),
      );
    becomes(ANN.id, "Anna");
    expect(asked).not.toHaveBeenCalled();
    becomes("p2", "Bob");
    expect(asked).toHaveBeenCalledTimes(1);
    stop();
  });

  test("is remembered while the hub does not answer", async () => {
    await ask("/api/me", "POST");
    hub.mockRejectedValue(new TypeError("no network"));
    expect(await (await ask("/api/me", "POST")).json()).toEqual(ANN);
    hub.mockResolvedValue(new Response("", { status: 502 }));
    expect(await (await ask("/api/me", "POST")).json()).toEqual(ANN);
  });

  test("is forgotten on a device that was signed out, and by whoever wants to be forgotten", async () => {
    for (const [method, status] of [
      ["POST", 401],
      ["DELETE", 200],
    ] as const) {
      rememberMe(ANN as never);
      hub.mockResolvedValue(Response.json({}, { status }));
      await ask("/api/me", method);
      expect(rememberedMe()).toBeNull();
      // Whoever wants to be forgotten was never here.
      expect(formers()).toEqual(status === 401 ? [ANN] : []);
    }
  });

  test("is forgotten for whoever wants it, and others who were here are not", async () => {
    const ben = { id: "p2", name: "Ben", recoverable: false, account: false };
    rememberMe(ben);
    rememberMe(ANN as never);
    await ask("/api/me", "DELETE");
    expect([rememberedMe(), formers()]).toEqual([null, [ben]]);
  });

  test("whom no hub has met is a guest of this device until one does", async () => {
    forgetMe();
    hub.mockRejectedValue(new TypeError("no network"));
    const guest = await (await ask("/api/me", "POST")).json();
    expect(guest.id).toMatch(/^home-/);
    expect((await (await ask("/api/me", "POST")).json()).id).toBe(guest.id);
    hub.mockResolvedValue(Response.json(ANN));
    await ask("/api/me", "POST");
    expect([rememberedMe(), formers()]).toEqual([ANN, [guest]]);
  });

  test("is remembered where the hub is unreachable for long", async () => {
    rememberMe(ANN as never);
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    hub.mockImplementation(async (_request, init?: RequestInit) => {
      init?.signal?.throwIfAborted();
      return new Promise(() => {});
    });
    expect(await (await ask("/api/me", "POST")).json()).toEqual(ANN);
  });
});

describe("a room", () => {
  test("for others is opened at the hub or not at all", async () => {
    rememberMe(ANN as never);
    hub.mockRejectedValue(new TypeError("no network"));
    const seats = [{ for: "me" }, { for: "anybody" }];
    await expect(ask("/api/rooms", "POST", { game: "dots-and-boxes", seats })).rejects.toThrow(/nobody else/);
  });

  test("that the hub refuses to open is refused", async () => {
    hub.mockResolvedValue(Response.json({ code: "quota-spent" }, { status: 429 }));
    expect((await ask("/api/rooms", "POST", { game: "nim", seats: [{ for: "me" }] })).status).toBe(429);
  });
});

describe("a hub that takes long to open a room", () => {
  /** What it says of itself, null while it does not say; and the room once it is there. */
  let status: string | null;
  let opens: (room: Response) => void;
  const asked: string[] = [];
  const OPENING = { game: "stackdoku", seats: [{ for: "me" }] };
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(1000 * seconds));
  const note = () => document.querySelector(".notice progress");
  const healthAsked = () => asked.filter((path) => path === "/health").length;
  const room = () => Response.json({ code: "ABCDEF" }, { status: 201 });
  const never = (signal?: AbortSignal | null) =>
    new Promise<Response>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  /** The code of the room in which a game begins, once one does. */
  function opened(): { code?: string } {
    const found: { code?: string } = {};
    void ask("/api/rooms", "POST", OPENING).then(async (answer) => {
      found.code = (await answer.json()).code;
    });
    return found;
  }
  let home: ReturnType<typeof vi.spyOn>;

  beforeEach(async () => {
    await setLanguage("en");
    // The page loads it when it is needed, however long that takes.
    await import("@/home/python/StartingNote");
    asked.length = 0;
    status = "alive";
    home = vi.spyOn(answers, "answer").mockImplementation(async () => Response.json({ code: "home-1" }));
    hub.mockImplementation((request: Request | string, init?: RequestInit) => {
      const url = typeof request === "string" ? request : request.url;
      asked.push(new URL(url, location.href).pathname);
      if (url.endsWith("health"))
        return status ? Promise.resolve(Response.json({ status })) : never(init?.signal);
      if (!url.endsWith("/api/rooms")) return Promise.resolve(Response.json({}));
      return new Promise<Response>((resolve) => {
        opens = resolve;
      });
    });
    await heard();
    vi.useFakeTimers();
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const over = new AbortController();
      setTimeout(() => over.abort(), ms);
      return over.signal;
    });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await heard();
  });
  /** Whoever was not heard before is heard now. */
  async function heard() {
    status = "alive";
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(isServerUnreachable()).toBe(false));
    asked.length = 0;
  }

  test("because it prepares the game is waited for, and says so", async () => {
    status = "preparing";
    const found = opened();
    await pass(1);
    expect(note()).toBeNull();
    await pass(60);
    const said = () => note()?.parentElement?.textContent;
    await vi.waitFor(() => expect(said()).toContain("The server is preparing this game."));
    status = "alive";
    await pass(8);
    opens(room());
    await vi.waitFor(() => expect(note()).toBeNull());
    expect(found.code).toBe("ABCDEF");
    expect(home).not.toHaveBeenCalled();
  });

  test("after it has prepared the game is waited for no longer than any other, and no longer said to prepare it", async () => {
    status = "preparing";
    const found = opened();
    await pass(20);
    await vi.waitFor(() => expect(note()).not.toBeNull());
    status = "alive";
    await pass(10);
    await vi.waitFor(() => expect([found.code, note()]).toEqual(["home-1", null]));
  });

  test("and prepares nothing is not waited for: its room is left as soon as it is there", async () => {
    const found = opened();
    await pass(10);
    expect(found.code).toBe("home-1");
    expect([note(), asked.includes("/api/rooms/ABCDEF/leave")]).toEqual([null, false]);
    opens(room());
    await pass(0);
    expect(asked.at(-1)).toBe("/api/rooms/ABCDEF/leave");
  });

  test("and does not say how it is is given up in the same time", async () => {
    status = null;
    const found = opened();
    await pass(9.9);
    expect(found.code).toBeUndefined();
    await pass(0.1);
    expect(found.code).toBe("home-1");
  });

  test("opens it, whether or not it says how it is meanwhile", async () => {
    status = null;
    const found = opened();
    await pass(3);
    expect(healthAsked()).toBe(1);
    opens(room());
    await pass(0);
    expect(found.code).toBe("ABCDEF");
    expect(home).not.toHaveBeenCalled();
  });

  test("and was unreachable before is given up sooner, and not asked how it is", async () => {
    status = null;
    markServerUnreachable();
    const found = opened();
    await pass(1.9);
    expect(found.code).toBeUndefined();
    await pass(0.1);
    expect(found.code).toBe("home-1");
    expect(healthAsked(), "by whoever waits until it is heard again").toBe(1);
  });

  test("is given up two seconds after something else has shown that it is unreachable", async () => {
    status = null;
    const found = opened();
    await pass(3);
    markServerUnreachable();
    await pass(4);
    expect(found.code).toBe("home-1");
  });

  test("and not to say who I am is given up two seconds after it was found to be unreachable", async () => {
    status = null;
    hub.mockImplementation(async (request: Request | string, init?: RequestInit) =>
      typeof request === "string" && status ? Response.json({ status }) : never(init?.signal),
    );
    const found: { code?: string } = {};
    void ask("/api/me", "POST").then(async (answer) => Object.assign(found, await answer.json()));
    await pass(3);
    markServerUnreachable();
    await pass(1.9);
    expect(found.code).toBeUndefined();
    await pass(0.1);
    expect(found.code).toBe("home-1");
  });

  test.each([
    [1, "rooms/quick"],
    [1, "rooms/ABCDEF/join"],
    [1, "rooms/ABCDEF/fill"],
    [1, "rooms/ABCDEF/rematch"],
    [1, "daily/stackdoku"],
    [1, "matches/0123456789abcdef/try"],
    [0, "rooms/ABCDEF/leave"],
    [0, "rooms/ABCDEF/discard"],
    [0, "rooms/ABCDEF/advice"],
  ])(
    "is asked %i times within three seconds whether it prepares a game for a slow POST of %s",
    async (times, path) => {
      hub.mockImplementation((request: Request | string) => {
        if (typeof request === "string") asked.push(request);
        return never();
      });
      void ask(`/api/${path}`, "POST");
      await pass(3);
      expect(healthAsked()).toBe(times);
    },
  );
});

test("what is only the hub's is asked of the hub", async () => {
  await ask("/api/games");
  await ask("/api/matches/0123456789abcdef");
  expect(hub).toHaveBeenCalledTimes(2);
});
