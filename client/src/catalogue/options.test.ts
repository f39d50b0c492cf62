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
const of = (...options: Schema["OptionSpec"][]) => ({ options, boards: [] });
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
  expect(optionsText(of(...all), { Time: 10, Mode: "fast", Hidden: true }, "en")).toEqual([
    "Time: 10 s",
    "Mode: Fast",
    "Hidden",
  ]);
  expect(optionsText(of(...all), { Time: 42, Mode: "slow" }, "en")).toEqual(["Time: 42"]);
  expect(optionsText(of(...all), {}, "en")).toEqual([]);
});

test("beside a board the option that it is named after is left out, and no other that has the same words", () => {
  const clock = option("Clock", { kind: "choice", choices: [{ value: "blitz", label: words("Fast") }] });
  const wind = option("Wind", { kind: "choice", choices: [{ value: "fast", label: words("Fast") }] });
  const chosen = { Mode: "fast", Clock: "blitz", Wind: "fast" };
  expect(optionsText(of(mode, clock, wind), chosen, "en", "fast")).toEqual(["Clock: Fast", "Wind: Fast"]);
  expect(optionsText(of(mode), chosen, "en", "slow")).toEqual(["Mode: Fast"]);
});

test("beside a board the option that names most boards is left out, wherever it stands", () => {
  const choices = [...mode.choices, { value: "slow", label: words("Slow") }];
  const modes = option("Mode", { kind: "choice", default: "slow", choices });
  const wind = option("Wind", { kind: "choice", choices: [{ value: "fast", label: words("Fast") }] });
  const boards = ["slow", "fast"].map((name) => ({ name, label: words(name) }));
  for (const options of [
    [modes, wind],
    [wind, modes],
  ])
    expect(optionsText({ options, boards }, { Mode: "fast", Wind: "fast" }, "en", "fast")).toEqual([
      "Wind: Fast",
    ]);
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
  expect(optionsText(of(pause), { Pause: null }, "en")).toEqual(["Pause: No pause"]);
});

test.each([
  ["en", "Open: Off"],
  ["de", "Open: Aus"],
  ["ko", "Open: 끔"],
])("a switch that is off is told in words in %s, one that is on by its label", (language, said) => {
  const open = option("Open", { kind: "bool", default: true, choices: [off] });
  expect(optionsText(of(open), { Open: false }, language)).toEqual([said]);
  expect(optionsText(of(open), {}, language)).toEqual([]);
  expect(optionsText(of(hidden), { Hidden: true }, language)).toEqual(["Hidden"]);
});

test("a switch whose values have names is told by them", () => {
  const choices = [
    { value: true, label: words("face up") },
    { value: false, label: words("face down") },
  ];
  const hands = option("Hands", { kind: "bool", default: true, choices });
  expect(optionsText(of(hands), { Hands: false }, "en")).toEqual(["Hands: face down"]);
  expect(optionsText(of({ ...hands, default: false }), { Hands: true }, "en")).toEqual(["Hands: face up"]);
});
