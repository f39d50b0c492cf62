import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "@/api/client";
import { isPythonAvailable, setPythonAvailable } from "@/home/python/availability";
import { PYTHON_FILES } from "@/home/python/files";
import { setLanguage } from "@/text";
import KeepOffline from "./KeepOffline";
import { FakeCaches } from "./testing";

const MB = 1_000_000;
const FILES = ["a", "b"].map((name) => ({
  path: `python/1/${name}.zip`,
  bytes: 2 * MB,
  transferred: MB,
}));
const GAMES = [{ page: { hash: "h1", files: ["board.js", "python.zip"], bytes: [MB / 2, MB] } }];

let kept: FakeCaches;
/** What cannot be fetched now. */
let lost: (url: string) => boolean;
/** What was fetched, in this order. */
let fetched: string[];

beforeAll(() => setLanguage("en"));
beforeEach(() => {
  localStorage.clear();
  kept = new FakeCaches(`${location.origin}/`);
  [lost, fetched] = [() => false, []];
  vi.stubGlobal("caches", kept);
  vi.stubGlobal("navigator", { serviceWorker: {} });
  vi.stubGlobal("fetch", async (url: string) => {
    if (url === PYTHON_FILES) return Response.json(FILES);
    if (url.endsWith("api/games")) return Response.json(GAMES);
    if (lost(String(url))) throw new TypeError("no network");
    fetched.push(String(url).replace(/.*\//, ""));
    return new Response("content");
  });
  // Another test may have left the server unreachable: it is heard again.
  window.dispatchEvent(new Event("online"));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  setPythonAvailable(false);
  vi.unstubAllGlobals();
});

const shown = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <KeepOffline />
    </QueryClientProvider>,
  );
const button = (name: string) => screen.findByRole("button", { name });
const press = async (name: string) => {
  const found = await button(name);
  await act(async () => found.click());
};

test("the games are kept once it is said what that takes, and removed again", async () => {
  shown();
  await screen.findByText("Once they are here and unpacked, the games take 5.5 MB.");
  await press("Keep for offline (3.5 MB to download)");
  await screen.findByText("The games are kept here and take 5.5 MB.");
  expect(isPythonAvailable()).toBe(true);
  expect(screen.queryByRole("button", { name: /Keep/ })).toBeNull();
  await press("Remove them");
  // The page that a package ships is read with a connection, too: it stays.
  await button("Keep for offline (3 MB to download)");
  expect(isPythonAvailable()).toBe(false);
  expect(screen.queryByRole("button", { name: "Remove them" })).toBeNull();
});

test.each([true, false])(
  "where the browser promises to keep them or not (%s), the page says so",
  async (promised) => {
    let asked = false;
    const storage = {
      persist: async () => {
        asked = true;
        return promised;
      },
      persisted: async () => asked && promised,
    };
    vi.stubGlobal("navigator", { serviceWorker: {}, storage });
    shown();
    await press("Keep for offline (3.5 MB to download)");
    await screen.findByText("The games are kept here and take 5.5 MB.");
    expect(screen.queryByText(/has not promised to keep them/) === null).toBe(promised);
  },
);

test("what failed half-way says so, and the next attempt fetches only what is missing", async () => {
  lost = (url) => url.endsWith("b.zip");
  shown();
  await press("Keep for offline (3.5 MB to download)");
  expect((await screen.findByRole("alert")).textContent).toContain("What has arrived is kept; try again.");
  expect(isPythonAvailable()).toBe(false);
  lost = () => false;
  await press("Keep for offline (2.5 MB to download)");
  await screen.findByText("The games are kept here and take 5.5 MB.");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(fetched.toSorted()).toEqual(["a.zip", "b.zip", "board.js", "python.zip"]);
});

test("what arrived before it failed can be removed", async () => {
  lost = (url) => url.endsWith("b.zip");
  shown();
  await press("Keep for offline (3.5 MB to download)");
  await screen.findByText("A part of the games is here.");
  await press("Remove them");
  await button("Keep for offline (3.5 MB to download)");
  expect(await kept.paths("python")).toEqual([]);
});

test("while it is fetched, it is said how far it is, and nothing can be pressed", async () => {
  let go = () => {};
  const waiting = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (url: string) => {
    if (String(url).endsWith("b.zip")) await waiting;
    return fetch(url);
  });
  shown();
  await press("Keep for offline (3.5 MB to download)");
  await vi.waitFor(() => expect(fetched).toEqual(["a.zip"]));
  expect(screen.getByRole("progressbar")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Keep|Remove/ })).toBeNull();
  await act(async () => go());
  await screen.findByText("The games are kept here and take 5.5 MB.");
});

test("a browser that cannot run them is told so instead, and can remove what it has", async () => {
  await (await kept.open("python")).put("python/1/a.zip", new Response("kept before"));
  vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
  shown();
  await screen.findByText(/This browser cannot run the games by itself/);
  expect(screen.queryByRole("button", { name: /Keep/ })).toBeNull();
  await press("Remove them");
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: /Keep|Remove/ })).toBeNull());
  vi.restoreAllMocks();
});

test("without HTTPS nothing can be kept, and it is said why", () => {
  vi.stubGlobal("navigator", {});
  shown();
  expect(screen.getByText(/Browsers keep games only from an address that begins with https/)).toBeTruthy();
});
