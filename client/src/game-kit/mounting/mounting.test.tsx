import { readFileSync } from "node:fs";
import { cleanup, render, screen } from "@testing-library/react";
import { build, type Rollup } from "vite";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { setLanguage } from "@/text";
import { ErrorBoundary } from "@/ui/page/ErrorBoundary";
import { Unloaded } from "@/unloaded";
import { HostContext } from "../contract/host";
import type { GameProps } from "../contract/types";
import { recordingHost, renderWith } from "../testing";
import { loadBoard, loadLessons } from "./mounting";

/** What the scripts below call. */
const told = vi.fn();

beforeAll(async () => {
  await setLanguage("en");
  vi.stubGlobal("told", told);
});
afterEach(() => {
  cleanup();
  told.mockClear();
});

const script = (text: string) => ({
  script: `data:text/javascript,${encodeURIComponent(text)}`,
  style: null,
});
const BOARD = `
  export const sounds = { tick: [] };
  export const mount = (element, props) => {
    const draw = ({ moment, status }) => {
      element.textContent = "board " + moment.view;
      status.textContent = "status " + moment.seq;
    };
    draw(props);
    told("mount", props.version, props.moment.seq);
    return {
      update: (next) => (draw(next), told("update", next.version, next.moment.seq)),
      unmount: () => told("unmount"),
    };
  };`;

function at(seq: number, over = false): GameProps<unknown, unknown, unknown> {
  const outcome = over ? { reason: "done", scores: [seq], winners: [0] } : null;
  return {
    moment: {
      match: "m1",
      seq,
      view: `view ${seq}`,
      toMove: over ? [] : [0],
      scores: [seq],
      outcome,
      last: null,
      clock: () => 0,
      dueMs: null,
    },
    seats: [{ held_by: "player", name: "Ann" } as GameProps<unknown, unknown>["seats"][number]],
    mine: [0],
    pending: [],
    refused: null,
    submit: null,
    host: recordingHost("own"),
  };
}

test("a board of another package is mounted once, told of every change, and taken off", async () => {
  const { default: Board, sounds } = await loadBoard(script(BOARD));
  expect(sounds).toEqual({ tick: [] });
  const show = renderWith(recordingHost("own"), <Board {...at(0)} />);
  expect(screen.getByText("board view 0")).toBeTruthy();
  expect(screen.getByText("status 0").closest(".game-status")).toBeTruthy();
  show(<Board {...at(1)} />);
  expect(screen.getByText("board view 1")).toBeTruthy();
  cleanup();
  const calls = told.mock.calls.map((call) => call.join(" "));
  expect(calls.filter((call) => call.startsWith("mount"))).toEqual(["mount 2 0"]);
  expect(calls).toContain("update 2 1");
  expect(calls.at(-1)).toBe("unmount");
});

test.each([
  ["nothing", "() => {}"],
  ["a promise", "async () => ({ update() {}, unmount() {} })"],
  ["an object that lacks unmount", "() => ({ update() {} })"],
])(
  "a board whose mount returns %s is caught by its own boundary, and the page around it stays",
  async (_, mount) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { default: Board } = await loadBoard(script(`export const mount = ${mount};`));
    const show = renderWith(
      recordingHost("own"),
      <>
        <p>around</p>
        <ErrorBoundary>
          <Board {...at(0)} />
        </ErrorBoundary>
      </>,
    );
    expect(screen.getByRole("alert")).toBeTruthy();
    expect(vi.mocked(console.error).mock.calls.join()).toContain("mount must return");
    expect(screen.getByText("around")).toBeTruthy();
    show(<p>the next page</p>);
    expect(screen.getByText("the next page")).toBeTruthy();
    vi.restoreAllMocks();
  },
);

test.each([
  ["", ""],
  [", also where that fails", "throw new Error('not mounted');"],
])("a board that cannot be updated is unmounted before its error is shown%s", async (_, fails) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const mount = `() => ({ unmount() { told("unmount"); ${fails} } })`;
  const { default: Board } = await loadBoard(script(`export const mount = ${mount};`));
  renderWith(
    recordingHost("own"),
    <ErrorBoundary>
      <Board {...at(0)} />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("alert")).toBeTruthy();
  expect(told).toHaveBeenCalledWith("unmount");
  expect(vi.mocked(console.error).mock.calls.join()).toContain("mount must return");
  vi.restoreAllMocks();
});

test("a board whose unmount throws is taken off all the same, and the next page is shown", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const text = `export const mount = (element) => {
    element.textContent = "drawn";
    return { update() {}, unmount() { told(element); throw new Error("not taken off"); } };
  };`;
  const { default: Board } = await loadBoard(script(text));
  const show = renderWith(recordingHost("own"), <Board {...at(0)} />);
  expect(screen.getByText("drawn")).toBeTruthy();
  show(<p>the next page</p>);
  expect(screen.getByText("the next page")).toBeTruthy();
  const [element] = told.mock.lastCall as [HTMLElement];
  expect(element.parentElement).toBeNull();
  expect(logged.mock.calls.join()).toContain("not taken off");
  vi.restoreAllMocks();
});

test("the end is told in the words of the page, or with everybody's points", async () => {
  const { default: Plain } = await loadBoard(script(BOARD));
  const host = recordingHost("own");
  const show = renderWith(host, <Plain {...at(3, true)} />);
  expect(host.announced).toContain("The game is over. Ann: 3");
  const own = `${BOARD} export const ending = ({ moment }) => ({ title: "Done", text: "All " + moment.seq });`;
  const { default: Own } = await loadBoard(script(own));
  show(<Own {...at(4, true)} />);
  expect(host.announced).toContain("Done. All 4");
});

test("a refusal is told by the hub", async () => {
  const { default: Board } = await loadBoard(script(BOARD));
  const host = recordingHost("own");
  const show = renderWith(host, <Board {...at(0)} />);
  const refused = { count: 1, action: {}, refusal: { code: "no-such-thing", facts: {} } };
  show(<Board {...at(0)} refused={refused} />);
  expect(host.played).toEqual(["no"]);
  expect(host.notified).toHaveLength(1);
});

test("lessons of another package say when they are done", async () => {
  const { lessons } = await loadLessons(
    script(`export const lessons = [{ key: "one", mount: (element, { done, host }) => {
      element.textContent = host.game;
      done();
      return { update() {}, unmount() {} };
    } }];`),
  );
  const done = vi.fn();
  const [lesson] = lessons;
  if (!lesson) throw new Error("no lesson");
  render(
    <HostContext value={recordingHost("own")}>
      <lesson.Scene done={done} />
    </HostContext>,
  );
  expect(screen.getByText("own")).toBeTruthy();
  expect(done).toHaveBeenCalledOnce();
});

test("a script that does not arrive is asked for once more, at an address that no browser remembers as failed", async () => {
  const late = `
    told("asked", import.meta.url);
    if (asked.times++ < WHEN) throw new TypeError("Failed to fetch dynamically imported module: /pages/x/board.js");
    ${BOARD} //`;
  for (const [when, arrives] of [
    [1, true],
    [2, false],
  ] as const) {
    told.mockClear();
    vi.stubGlobal("asked", { times: 0 });
    const loaded = loadBoard(script(late.replace("WHEN", String(when))));
    if (arrives) expect((await loaded).sounds).toEqual({ tick: [] });
    else await expect(loaded).rejects.toThrow("dynamically imported module");
    const addresses = told.mock.calls.map((call) => call[1]);
    expect(new Set(addresses).size).toBe(2);
  }
});

test("two parts of a page with one style sheet wait for it together, and one that failed is asked for again", async () => {
  const append = vi.spyOn(document.head, "append").mockImplementation(() => {});
  const sheet = (at: number) => append.mock.calls[at]?.[0] as HTMLLinkElement;
  const styled = { ...script(BOARD), style: "/pages/x/board.css" };
  const shown: string[] = [];
  const both = [loadBoard(styled), loadBoard(styled)].map((one) => one.then(() => shown.push("board")));
  await vi.waitFor(() => expect(append).toHaveBeenCalled());
  sheet(0).dispatchEvent(new Event("error"));
  for (const one of both) {
    await expect(one).rejects.toThrow("no style sheet at /pages/x/board.css");
    await expect(one).rejects.toThrow(Unloaded);
  }
  const again = [loadBoard(styled), loadBoard(styled)];
  await vi.waitFor(() => expect(append).toHaveBeenCalledTimes(2));
  expect(shown).toEqual([]);
  sheet(1).dispatchEvent(new Event("load"));
  await Promise.all(again);
  append.mockRestore();
});

const DOCUMENT = "../docs/ADDING_A_GAME.md";
const REACT_BOARD = `
  import { useEffect, useState } from "react";
  export function Board({ moment, status }) {
    const [first] = useState(moment.seq);
    useEffect(() => () => told("gone"), []);
    status.textContent = "status " + moment.seq;
    return <p>board {moment.view}, since {first}</p>;
  }`;

/** What a package's own build makes of its files: React is inside. */
async function bundled(files: Record<string, string>, entry: string): Promise<string> {
  const own = (id: string) => Object.keys(files).find((name) => id.endsWith(name));
  const made = await build({
    configFile: false,
    logLevel: "error",
    plugins: [{ name: "files", resolveId: own, load: (id) => files[id] }],
    oxc: { jsx: { runtime: "automatic", development: false } },
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: { write: false, minify: false, lib: { entry, formats: ["es"], fileName: "board" } },
  });
  const [{ output }] = made as Rollup.RollupOutput[] as [Rollup.RollupOutput];
  return output[0].code;
}

test("the board of the documentation that draws with a React of its own is mounted, updated and taken off", async () => {
  const [, mount] = /^```jsx\n(.*?)^```$/ms.exec(readFileSync(DOCUMENT, "utf-8")) ?? [];
  if (!mount) throw new Error("the documentation has no block of jsx");
  const code = await bundled({ "board.jsx": mount, "Board.jsx": REACT_BOARD }, "board.jsx");
  const { default: Board } = await loadBoard(script(code));
  const show = renderWith(recordingHost("own"), <Board {...at(0)} />);
  expect(await screen.findByText("board view 0, since 0")).toBeTruthy();
  show(<Board {...at(1)} />);
  expect(await screen.findByText("board view 1, since 0")).toBeTruthy();
  expect(screen.getByText("status 1").closest(".game-status")).toBeTruthy();
  cleanup();
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith("gone"));
  expect(document.querySelector(".mounted")).toBeNull();
});
