import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Schema } from "@/api/client";
import type { OptionValue } from "@/catalogue/options";
import { setLanguage } from "@/text";
import { isAllowed, OptionControl } from "./OptionControl";

type Option = Schema["OptionSpec"];
const option = (kind: Option["kind"], more: Partial<Option> = {}): Option => ({
  name: "it",
  label: { en: "How it goes", ko: "" },
  kind,
  default: null,
  choices: [],
  suggested: [],
  least: null,
  most: null,
  empty: null,
  ...more,
});
const word = (value: string | number | null, en: string) => ({ value, label: { en, ko: "" } });

let chosen: OptionValue;

function Page({ of }: { of: Option }) {
  const [value, setValue] = useState<OptionValue>(of.default);
  chosen = value;
  return <OptionControl option={of} value={value} onChange={setValue} />;
}

beforeAll(() => setLanguage("en"));
afterEach(cleanup);

describe("an option has a control of its kind", () => {
  test("a choice is a row of words", () => {
    const choices = [word("slow", "Slow"), word("fast", "Fast")];
    render(<Page of={option("choice", { default: "slow", choices })} />);
    expect((screen.getByRole("radio", { name: "Slow" }) as HTMLInputElement).checked).toBe(true);
    fireEvent.click(screen.getByRole("radio", { name: "Fast" }));
    expect(chosen).toBe("fast");
  });

  test("a bool is a box to tick", () => {
    render(<Page of={option("bool", { default: false })} />);
    fireEvent.click(screen.getByRole("checkbox", { name: "How it goes" }));
    expect(chosen).toBe(true);
  });

  test("a number has suggested values and takes any other", () => {
    const suggested = [word(0, "None"), word(30_000, "30000")];
    render(<Page of={option("integer", { default: 0, least: 0, most: 60_000, suggested })} />);
    const field = screen.getByLabelText("How it goes: another number");
    fireEvent.change(field, { target: { value: "42" } });
    expect(chosen).toBe(42);
    fireEvent.click(screen.getByRole("radio", { name: "None" }));
    expect(chosen).toBe(0);
    expect(screen.getByRole("radio", { name: "30,000" })).toBeTruthy();
    expect(screen.getByText("from 0 to 60,000; 0: None").id).toBe(field.getAttribute("aria-describedby"));
  });

  test("the field for any other number is there when it is asked for, or holds one", () => {
    const suggested = [word(0, "None"), word(30, "30")];
    render(<Page of={option("integer", { default: 0, least: 0, most: 60, suggested })} />);
    const hides = () =>
      screen.getByLabelText("How it goes: another number").closest(".option-field")?.hasAttribute("hidden");
    const press = (name: string) => fireEvent.click(screen.getByRole("radio", { name }));
    expect(hides()).toBe(true);
    press("Other");
    expect([hides(), chosen]).toEqual([false, 0]);
    press("30");
    expect([hides(), chosen]).toEqual([true, 30]);
    fireEvent.change(screen.getByLabelText("How it goes: another number"), { target: { value: "42" } });
    expect([hides(), chosen]).toEqual([false, 42]);
    expect((screen.getByRole("radio", { name: "Other" }) as HTMLInputElement).checked).toBe(true);
  });

  test("a bound that means something else than a number is explained beside the field", () => {
    const named = (value: number, en: string) => ({ value, label: { en, ko: en } });
    const suggested = [named(0, "No limit"), named(10, "10 s")];
    render(<Page of={option("integer", { default: 0, least: 0, most: 600, suggested })} />);
    expect(screen.getByText("from 0 to 600; 0: No limit")).toBeTruthy();
  });

  test("a number that cannot be is told with the bounds, beside the field that is wrong", () => {
    render(<Page of={option("integer", { default: 3, least: 1, most: 5 })} />);
    const field = screen.getByLabelText("How it goes");
    const told = () => document.getElementById(field.getAttribute("aria-describedby") ?? "");
    const type = (value: string) => fireEvent.change(field, { target: { value } });
    expect([field.getAttribute("aria-invalid"), told()?.textContent]).toEqual(["false", "from 1 to 5"]);
    for (const wrong of ["6", "0", "2.5", ""]) {
      type(wrong);
      expect(field.getAttribute("aria-invalid")).toBe("true");
      expect(told()?.textContent).toBe("A whole number is needed: from 1 to 5");
      expect(told()?.querySelector("strong")).toBeTruthy();
    }
    expect(told()?.getAttribute("aria-live")).toBe("polite");
    type("4");
    expect([field.getAttribute("aria-invalid"), told()?.textContent]).toEqual(["false", "from 1 to 5"]);
  });

  test("the bounds of a number with one of them are the same before and after a mistake", () => {
    render(<Page of={option("integer", { default: 3, least: 0 })} />);
    const field = screen.getByLabelText("How it goes");
    const told = () => document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent;
    const bounds = "from 0 to 9,007,199,254,740,991";
    expect(told()).toBe(bounds);
    for (const wrong of ["9007199254740993", "-1", "2.5"]) {
      fireEvent.change(field, { target: { value: wrong } });
      expect(told()).toBe(`A whole number is needed: ${bounds}`);
    }
  });

  test("of an open number it is told that one is needed", () => {
    render(<Page of={option("number", { default: 1.5 })} />);
    fireEvent.change(screen.getByLabelText("How it goes"), { target: { value: "" } });
    expect(screen.getByText("A number is needed")).toBeTruthy();
  });

  test.each(["9007199254740993", "-1e300"])(
    "of an open whole number too large is told how large: %s",
    (typed) => {
      render(<Page of={option("integer", { default: 3 })} />);
      fireEvent.change(screen.getByLabelText("How it goes"), { target: { value: typed } });
      const bounds = "from -9,007,199,254,740,991 to 9,007,199,254,740,991";
      expect(screen.getByText(`A whole number is needed: ${bounds}`)).toBeTruthy();
      fireEvent.change(screen.getByLabelText("How it goes"), { target: { value: "2.5" } });
      expect(screen.getByText("A whole number is needed")).toBeTruthy();
    },
  );

  test("an open number has a field of its own name", () => {
    render(<Page of={option("number", { default: 1.5 })} />);
    fireEvent.change(screen.getByLabelText("How it goes"), { target: { value: "2.25" } });
    expect(chosen).toBe(2.25);
  });

  test("a text is a field", () => {
    render(<Page of={option("text", { default: "" })} />);
    fireEvent.change(screen.getByLabelText("How it goes"), { target: { value: "abc" } });
    expect(chosen).toBe("abc");
  });
});

describe("an option that may be empty offers that", () => {
  const empty = word(null, "No limit");
  const checked = (name: string) => (screen.getByRole("radio", { name }) as HTMLInputElement).checked;

  test("a choice has a word for it", () => {
    const choices = [empty, word("left", "Left")];
    render(<Page of={option("choice", { default: "left", choices, empty })} />);
    fireEvent.click(screen.getByRole("radio", { name: "No limit" }));
    expect(chosen).toBe(null);
    expect(checked("No limit")).toBe(true);
  });

  test("a number has a word for it, and an empty field means it", () => {
    render(<Page of={option("integer", { default: null, least: 0, empty })} />);
    expect(checked("No limit")).toBe(true);
    const field = screen.getByLabelText("How it goes: another number") as HTMLInputElement;
    expect(field.required).toBe(false);
    fireEvent.change(field, { target: { value: "42" } });
    expect(chosen).toBe(42);
    fireEvent.change(field, { target: { value: "" } });
    expect(chosen).toBe(null);
  });

  test("a text without letters is none", () => {
    render(<Page of={option("text", { default: "abc", empty })} />);
    fireEvent.change(screen.getByPlaceholderText("No limit"), { target: { value: "" } });
    expect(chosen).toBe(null);
  });

  test("and no other may be sent empty", () => {
    expect(isAllowed(option("integer", { least: 0, empty }), null)).toBe(true);
    expect(isAllowed(option("integer", { least: 0, empty }), -1)).toBe(false);
    expect(isAllowed(option("integer", { least: 0 }), null)).toBe(false);
    expect(isAllowed(option("choice", { choices: [word("left", "Left")] }), null)).toBe(false);
  });
});

test("a number out of its bounds, or not whole where it must be, is not sent", () => {
  const bounded = option("integer", { least: 1, most: 5 });
  expect([1, 5, 0, 6, 2.5, Number.NaN].map((value) => isAllowed(bounded, value))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(isAllowed(option("number"), -1e9)).toBe(true);
});

test("an open integer is sent as far as it is what was typed", () => {
  expect(isAllowed(option("integer"), Number.MAX_SAFE_INTEGER)).toBe(true);
  expect(isAllowed(option("integer"), Number("9007199254740993"))).toBe(false);
});
