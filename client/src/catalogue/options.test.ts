import { expect, test } from "vitest";
import type { Schema } from "@/api/client";
import { choicesText, optionsText, optionValue } from "./options";

const words = (en: string) => ({ en, ko: en });
const option = (name: string, more: Partial<Schema["OptionSpec"]>): Schema["OptionSpec"] => ({
  name,
  label: words(name),
  kind: "integer",
  default: 0,
  choices: [],
  suggested: [],
  least: null,
  most: null,
  empty: null,
  ...more,
});
const limit = option("Time", { suggested: [{ value: 10, label: words("10 s") }] });
const mode = option("Mode", {
  kind: "choice",
  default: "slow",
  choices: [{ value: "fast", label: words("Fast") }],
});
const off = { value: false, label: { en: "Off", de: "Aus", ko: "끔" } };
const hidden = option("Hidden", { kind: "bool", default: false, choices: [off] });

test("what is not at its default is said, by the names that the game gives", () => {
  const all = [limit, mode, hidden];
  expect(optionsText(all, { Time: 10, Mode: "fast", Hidden: true }, "en")).toEqual([
    "Time: 10 s",
    "Mode: Fast",
    "Hidden",
  ]);
  expect(optionsText(all, { Time: 42, Mode: "slow" }, "en")).toEqual(["Time: 42"]);
  expect(optionsText(all, {}, "en")).toEqual([]);
});

test("beside a board the option that it is named after is left out, and no other that has the same words", () => {
  const clock = option("Clock", { kind: "choice", choices: [{ value: "blitz", label: words("Fast") }] });
  const wind = option("Wind", { kind: "choice", choices: [{ value: "fast", label: words("Fast") }] });
  const chosen = { Mode: "fast", Clock: "blitz", Wind: "fast" };
  expect(optionsText([mode, clock, wind], chosen, "en", "fast")).toEqual(["Clock: Fast", "Wind: Fast"]);
  expect(optionsText([mode], chosen, "en", "slow")).toEqual(["Mode: Fast"]);
});

test("what is chosen by words is said also at its default", () => {
  const speed = { ...mode, choices: [...mode.choices, { value: "slow", label: words("Slow") }] };
  expect(choicesText([limit, speed, hidden], {}, "en")).toEqual(["Slow"]);
  expect(choicesText([limit, speed, hidden], { Mode: "fast", Time: 10 }, "en")).toEqual(["Fast"]);
});

test("what was chosen to be empty is not taken for its default", () => {
  const pause = option("Pause", { default: 500, empty: { value: null, label: words("No pause") } });
  expect(optionValue(pause, { Pause: null })).toBe(null);
  expect(optionValue(pause, {})).toBe(500);
  expect(optionsText([pause], { Pause: null }, "en")).toEqual(["Pause: No pause"]);
});

test.each([
  ["en", "Open: Off"],
  ["de", "Open: Aus"],
  ["ko", "Open: 끔"],
])("a switch that is off is told in words in %s, one that is on by its label", (language, said) => {
  const open = option("Open", { kind: "bool", default: true, choices: [off] });
  expect(optionsText([open], { Open: false }, language)).toEqual([said]);
  expect(optionsText([open], {}, language)).toEqual([]);
  expect(optionsText([hidden], { Hidden: true }, language)).toEqual(["Hidden"]);
});

test("a switch whose values have names is told by them", () => {
  const choices = [
    { value: true, label: words("face up") },
    { value: false, label: words("face down") },
  ];
  const hands = option("Hands", { kind: "bool", default: true, choices });
  expect(optionsText([hands], { Hands: false }, "en")).toEqual(["Hands: face down"]);
  expect(optionsText([{ ...hands, default: false }], { Hands: true }, "en")).toEqual(["Hands: face up"]);
});
