import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { GameProps, Refused, RoomActions } from "@/game-kit";
import { recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import cases from "../../../../../tests/vectors/stack_views.json";
import type { Action, View } from "../types";
import Stackdoku from ".";
import { MarksLegend } from "./Notes";

const [start, taken] = cases.map(({ view }) => view as unknown as View);
let sent: Action[] = [];

const host = recordingHost("stackdoku");

beforeAll(() => wordsOf("stackdoku"));
beforeEach(() => {
  sent = [];
  localStorage.clear();
});
afterEach(cleanup);

function props(view: View, more: Partial<GameProps<View, Action>> = {}): GameProps<View, Action> {
  const moment = {
    match: "m1",
    seq: view.actions,
    view,
    toMove: [0],
    scores: [0],
    outcome: null,
    last: null,
    clock: () => 65_000,
    dueMs: null,
  };
  const submit = (action: Action) => sent.push(action);
  return { moment, seats: [], mine: [0], pending: [], refused: null, submit, host, ...more };
}

function shown(view: View | undefined): void {
  if (!view) throw new Error("no such case");
  renderWith(host, <Stackdoku {...props(view)} />);
}

const tile = (id: number) => document.querySelector<HTMLElement>(`[data-tile="${id}"]`) as HTMLElement;
const cell = (at: number) => document.querySelector<HTMLElement>(`[data-cell="${at}"]`) as HTMLElement;
const notice = () => document.querySelector(".board-notice")?.textContent;
const [a = 0, b = 0] = cases[0]?.pairs[0] ?? [];

describe("the stack", () => {
  test("two free tiles with the same number are asked for as a pair", () => {
    shown(start);
    fireEvent.click(tile(a));
    expect(tile(b).dataset.matching).toBe("true");
    fireEvent.click(tile(b));
    expect(sent).toEqual([{ do: "remove", a, b }]);
  });

  test.each([
    [[1, 1, 2, 2], "4 of 5 slots are taken, and a pair needs two. Place one token first."],
    [[1, 1, 2, 2, 3], "5 of 5 slots are taken, and a pair needs two. Place 2 tokens first."],
  ])("a pair without room says how many tokens to place: %j", (tray, text) => {
    shown(start && { ...start, tray, tray_is_full: true });
    fireEvent.click(tile(a));
    expect(notice()).toBe(text);
  });

  test("a held tile says why and points at what holds it, and sends nothing", () => {
    shown(start);
    const [covered, , , , , by] = start?.tiles.find((one) => one[5].length === 1) ?? [];
    fireEvent.click(tile(covered ?? -1));
    expect(notice()).toBe("A tile lies on top of this one.");
    expect(tile(by?.[0] ?? -1).dataset.blamed).toBe("true");
    expect(sent).toEqual([]);
  });

  test("hidden numbers show while their tile is in the hand", () => {
    shown(start);
    fireEvent.click(screen.getByText("Hide"));
    expect(document.querySelector(".sd-pile")?.textContent).toBe("");
    fireEvent.click(tile(a));
    expect(document.querySelector(".sd-pile")?.textContent).toBe(
      String(start?.tiles.find(([id]) => id === a)?.[4]),
    );
  });
});

describe("the paper", () => {
  const digit = taken?.tray[0] ?? 0;
  const targets = taken?.targets[digit] ?? [];

  test("the cells that take the chosen token are lit, and a tap places it there", () => {
    shown(taken);
    fireEvent.keyDown(window, { key: String(digit) });
    const lit = [...document.querySelectorAll<HTMLElement>('[data-target="true"]')];
    expect(lit.map((one) => Number(one.dataset.cell))).toEqual(targets);
    const at = targets[0] ?? 0;
    fireEvent.click(cell(at));
    expect(sent).toEqual([{ do: "place", digit, row: Math.floor(at / 9), col: at % 9 }]);
  });

  test("a refusal is said by its code and points at the cell in the way", () => {
    const refused: Refused<Action> = {
      count: 1,
      action: { do: "place", digit: 5, row: 3, col: 3 },
      refusal: { code: "same-digit-in-row", facts: { row: 3, col: 7 } },
    };
    if (!taken) throw new Error("no such case");
    const rerender = renderWith(host, <Stackdoku {...props(taken)} />);
    rerender(<Stackdoku {...props(taken, { refused })} />);
    expect(notice()).toBe("This row has a 5 already, in column 8.");
    expect(cell(34).dataset.blamed).toBe("true");
  });

  test("own marks are kept for the match", () => {
    const at = Array.from(start?.grid ?? "").indexOf(".");
    shown(start);
    fireEvent.keyDown(window, { key: "p" });
    fireEvent.keyDown(window, { key: "7" });
    fireEvent.click(cell(at));
    cleanup();
    shown(start);
    expect(cell(at).textContent).toBe("7");
    expect(sent).toEqual([]);
  });
});

test("of two boards on a page the keys mean the one with the focus, else the first", () => {
  if (!start) throw new Error("no such case");
  renderWith(
    host,
    <>
      <Stackdoku {...props(start)} />
      <Stackdoku {...props(start, { submit: (action) => others.push(action) })} />
    </>,
  );
  const others: Action[] = [];
  fireEvent.keyDown(window, { key: "u" });
  expect([sent.length, others.length]).toEqual([1, 0]);
  const [, second] = document.querySelectorAll('[data-cell="40"]');
  if (second) fireEvent.keyDown(second, { key: "u" });
  expect([sent.length, others.length]).toEqual([1, 1]);
});

test("blocked without an undo, a life is offered", () => {
  if (!start) throw new Error("no such case");
  shown({ ...start, blocked: "dead-end", undos: 0, lives: 2 });
  fireEvent.click(screen.getByText("Give a life (2 left)"));
  expect(sent).toEqual([{ do: "rescue" }]);
});

test("before a restart it is said that the clock runs on, and that only one star is left", () => {
  shown(start);
  fireEvent.click(screen.getByText("More"));
  expect(screen.getByText(/leaves only one star\.$/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Restart" }));
  const { textContent } = screen.getByRole("dialog", { name: "Start again?" });
  expect(textContent).toContain("with all lives and undos; the clock runs on.");
  expect(textContent).toContain("there is only one star");
});

test("a hint is worded from its codes and points at what it speaks of", () => {
  if (!start) throw new Error("no such case");
  const hint: View["hint"] = {
    step: 2,
    where: { code: "look-at-unit", units: [20] },
    why: [{ code: "hidden-single", digits: [6], cells: [40], units: [20] }],
    what: null,
    techniques: ["hidden-single"],
    area: [6, 7, 8],
    cells: [],
    place: null,
    remove: null,
  };
  shown({ ...start, hint });
  expect(screen.getByText("Look at box 3.")).toBeTruthy();
  expect(screen.getByText("In box 3 the 6 fits only in row 5 column 5.")).toBeTruthy();
  expect([6, 7, 8, 40].map((at) => cell(at).dataset.area)).toEqual(["true", "true", "true", "false"]);
  expect([40, 41].map((at) => cell(at).dataset.named)).toEqual(["true", "false"]);
  fireEvent.click(screen.getByText("What do I do?"));
  expect(sent).toEqual([{ do: "hint" }]);
});

test("help that comes is said to a screen reader: the newest line of a hint, and whether it can be won", () => {
  if (!start) throw new Error("no such case");
  const hint: View["hint"] = {
    step: 1,
    where: { code: "look-at-unit", units: [20] },
    why: [],
    what: null,
    techniques: [],
    area: [],
    cells: [],
    place: null,
    remove: null,
  };
  const reader = recordingHost("stackdoku");
  const after = (seq: number, view: View, action: Action) => {
    const { moment, ...rest } = props(view, { host: reader });
    const last = { at_ms: seq, seat: 0, action };
    return <Stackdoku {...rest} moment={{ ...moment, seq, last }} />;
  };
  const show = renderWith(reader, <Stackdoku {...props(start, { host: reader })} />);
  show(after(1, { ...start, hint }, { do: "hint" }));
  expect(reader.announced.at(-1)).toBe("Look at box 3.");
  const why = [{ code: "hidden-single" as const, digits: [6], cells: [40], units: [20] }];
  show(after(2, { ...start, hint: { ...hint, step: 2, why } }, { do: "hint" }));
  expect(reader.announced.at(-1)).toBe("In box 3 the 6 fits only in row 5 column 5.");
  show(after(3, { ...start, winnable: "yes" }, { do: "winnable" }));
  expect(reader.announced.at(-1)).toBe("Yes, it can still be won from here.");
});

test("a layer to look at is shown by its free tiles, until the pair itself is", () => {
  if (!start) throw new Error("no such case");
  const [, , , z, digit] = start.tiles.find(([id]) => id === a) ?? [];
  const where = { code: "look-at-layers" as const, layers: [(z ?? 0) + 1] };
  const base = { why: [], techniques: [], area: [], cells: [], place: null };
  shown({ ...start, hint: { ...base, step: 1, where, what: null, remove: null } });
  const marked = () => start.tiles.filter(([id]) => tile(id).dataset.area === "true");
  expect(marked()).toEqual(start.tiles.filter((one) => one[3] === z && one[5].length === 0));
  cleanup();
  const what = { code: "remove" as const, digits: [digit ?? 0] };
  shown({ ...start, hint: { ...base, step: 3, where, what, remove: { do: "remove", a, b } } });
  expect(marked()).toEqual([]);
  expect(tile(a).dataset.hinted).toBe("true");
});

test("a replay shows every number and has no controls of its own", () => {
  if (!start) throw new Error("no such case");
  localStorage.setItem("parlour.stackdoku", JSON.stringify({ hidden: true }));
  const replayed = recordingHost("stackdoku", { live: false });
  renderWith(replayed, <Stackdoku {...props(start, { host: replayed, submit: null })} />);
  expect(tile(a).textContent).not.toBe("");
  expect(document.querySelector(".solo-controls")).toBeNull();
});

describe("what is said", () => {
  if (!start || !taken) throw new Error("no such case");
  const undoing: View["hint"] = {
    step: 3,
    where: { code: "look-at-placements", units: [20] },
    why: [{ code: "wrong-placement", digits: [6], cells: [40] }],
    what: { code: "undo-placement", digits: [6], cells: [40] },
    techniques: ["wrong-placement"],
    area: [6, 7, 8],
    cells: [],
    place: null,
    remove: null,
  };

  test("no undo is advised where none is left", () => {
    shown({ ...start, hint: undoing });
    expect(screen.getByText(/^Undo until the 6/)).toBeTruthy();
    cleanup();
    shown({ ...start, hint: undoing, undos_needed: 1, undos: 0 });
    expect(screen.queryByText(/^Undo until/)).toBeNull();
    expect(screen.getByText(/then a life brings you back/)).toBeTruthy();
    cleanup();
    shown({ ...start, winnable: "no", undos_needed: 1, undos: 0, lives: 0 });
    expect(
      screen.getByText(/it cannot be won any more\. No undo and no life is left: start again\.$/),
    ).toBeTruthy();
  });

  test("no undo is advised where those left do not reach back to where it could be won", () => {
    const lost = { ...start, hint: undoing, winnable: "no" as const, undos_needed: 3 };
    shown({ ...lost, undos: 3 });
    expect(screen.getByText(/^Undo until the 6/)).toBeTruthy();
    expect(screen.getByText(/Take 3 steps back with undo\.$/)).toBeTruthy();
    cleanup();
    shown({ ...lost, undos: 2 });
    expect(screen.queryByText(/^Undo until|with undo/)).toBeNull();
    expect(screen.getByText(/do not reach back .* then a life brings you back/)).toBeTruthy();
    cleanup();
    shown({ ...lost, undos: 2, lives: 0 });
    expect(screen.getByText(/do not reach back .*, and no life is left: start again\.$/)).toBeTruthy();
  });

  test("blocked, what can be done says what is left of it, and help that was paid for is shown", () => {
    shown({ ...start, blocked: "stuck", undos: 2, hint: undoing });
    expect(screen.getByText("Undo (2 left)")).toBeTruthy();
    expect(screen.getByText(/breaks no rule/)).toBeTruthy();
  });

  test("the note of a blocked board can be closed and opened again", () => {
    shown({ ...start, blocked: "dead-end" });
    fireEvent.click(screen.getByLabelText("Close"));
    expect(screen.queryByRole("region", { name: "Dead end" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Dead end" }));
    expect(screen.getByRole("region", { name: "Dead end" })).toBeTruthy();
  });
});

describe("settings", () => {
  if (!taken) throw new Error("no such case");
  const digit = taken.tray[0] ?? 0;
  const lit = (kind: string) => document.querySelectorAll(`[data-cell][data-${kind}="true"]`).length;
  const choose = (label: string) => {
    fireEvent.click(screen.getByText("More"));
    fireEvent.click(screen.getByLabelText(label));
    fireEvent.keyDown(window, { key: "Escape" });
  };

  test.each([
    ["none", false, false, false],
    ["fits", true, false, false],
    ["same", true, true, false],
    ["lines", true, true, true],
  ])("lit cells: %s", (wanted, fits, same, lines) => {
    localStorage.setItem("parlour.stackdoku", JSON.stringify({ lit: wanted }));
    shown(taken);
    fireEvent.keyDown(window, { key: String(digit) });
    fireEvent.focus(cell(40));
    expect([lit("target") > 0, lit("same") > 0]).toEqual([fits, same]);
    expect(lit("line")).toBe(lines ? 21 : 0);
  });

  test("a cell that no number fits is marked where that is wanted, and said when it comes", () => {
    const at = Array.from(taken.grid).indexOf(".");
    const view = { ...taken, marks: taken.marks.map((mask, index) => (index === at ? 0 : mask)) };
    shown(view);
    expect(lit("dead")).toBe(0);
    choose("Marked");
    expect(cell(at).dataset.dead).toBe("true");
    expect(cell(at).getAttribute("aria-label")).toContain("no number fits");
    cleanup();

    const rerender = renderWith(host, <Stackdoku {...props(taken)} />);
    const now = props(view);
    const last = { at_ms: 1, seat: 0, action: { do: "place", digit, row: 0, col: 0 } as const };
    const moment = { ...now.moment, seq: taken.actions + 1, last };
    rerender(<Stackdoku {...now} moment={moment} />);
    expect(notice()).toContain("No number fits in this cell any more.");
    expect(cell(at).dataset.blamed).toBe("true");
  });
});

test("a hint that ends ranking says so first", () => {
  if (!start) throw new Error("no such case");
  const room = { now: { ranked: true } } as RoomActions;
  renderWith({ ...host, room }, <Stackdoku {...props(start)} />);
  fireEvent.keyDown(window, { key: "h" });
  expect([notice(), sent]).toEqual(["A game with help does not rank. Ask again to have it.", []]);
  fireEvent.keyDown(window, { key: "h" });
  expect(sent).toEqual([{ do: "hint" }]);
});

test("lit lines go with the mouse and with the focus, and stay where a finger has tapped", () => {
  localStorage.setItem("parlour.stackdoku", JSON.stringify({ lit: "lines" }));
  shown(start);
  const lit = () => document.querySelectorAll("[data-cell][data-line=true]").length;
  const paper = document.querySelector(".sd-paper") as HTMLElement;
  fireEvent.pointerEnter(cell(40), { pointerType: "mouse" });
  expect(lit()).toBe(21);
  fireEvent.pointerLeave(paper, { pointerType: "mouse" });
  expect(lit()).toBe(0);
  fireEvent.focus(cell(40));
  fireEvent.pointerLeave(paper, { pointerType: "touch" });
  expect(lit()).toBe(21);
  fireEvent.blur(cell(40));
  expect(lit()).toBe(0);
});

test("the legend names the marks of an analysis that are there", () => {
  const named = () => screen.getAllByRole("listitem").map((mark) => mark.textContent);
  const played = { do: "remove", a, b } as const;
  const rerender = renderWith(host, <MarksLegend marks={{ played, better: played }} />);
  expect(named()).toEqual(["done", "better"]);
  rerender(<MarksLegend marks={{ played, better: null }} />);
  expect(named()).toEqual(["done"]);
});
