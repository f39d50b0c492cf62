import { act, cleanup, fireEvent, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { recordingHost, renderWith, wordsOf } from "../testing";
import { BoardNote } from "./BoardNote";
import { ChooseSetting } from "./ChooseSetting";
import { CountLeft } from "./CountLeft";
import { useClosable } from "./useClosable";

beforeAll(() => wordsOf("stackdoku"));
afterEach(cleanup);

test("what was closed stays closed until there is something new in it, or it is opened", () => {
  const { result, rerender } = renderHook(({ about }) => useClosable(about), {
    initialProps: { about: [1] },
  });
  expect(result.current.shown).toBe(true);
  act(() => result.current.close());
  rerender({ about: [1] });
  expect(result.current.shown).toBe(false);
  act(() => result.current.open());
  expect(result.current.shown).toBe(true);
  act(() => result.current.close());
  rerender({ about: [2] });
  expect(result.current.shown).toBe(true);
});

test.each([
  ["hidden", { shown: false, hidden: true }, false, "Shown", "Hidden", true],
  ["clock", { shown: true, hidden: false }, true, "Shown", "Hidden", false],
  ["lit", ["none", "lines"], "none", "None", "+ row, column, box", "lines"],
])("a setting is chosen by the words for its values: %s", (name, values, value, lit, other, changed) => {
  const change = vi.fn();
  renderWith(
    recordingHost("stackdoku"),
    <ChooseSetting of={[{ [name]: value }, change]} name={name} values={values} />,
  );
  expect(screen.getByRole<HTMLInputElement>("radio", { name: lit }).checked).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: other }));
  expect(change).toHaveBeenCalledWith({ [name]: changed });
});

test("a note has its title for a name, older lines in a softer tone, and a way to close it", () => {
  const onClose = vi.fn();
  renderWith(
    recordingHost("stackdoku"),
    <BoardNote title="Hint" lines={["Look here.", "Because."]} onClose={onClose} />,
  );
  expect(screen.getByRole("region", { name: "Hint" })).toBeTruthy();
  const softer = ["Look here.", "Because."].map((line) => screen.getByText(line).classList.contains("soft"));
  expect(softer).toEqual([true, false]);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("what is left has a word where the game has one, and says how many on pointing", () => {
  const left = (name: string) => <CountLeft name={name} left={2} of={3} draw={() => null} />;
  const rerender = renderWith(recordingHost("stackdoku"), left("life"));
  const shown = () => screen.getByRole("img");
  expect([shown().textContent, shown().title]).toEqual(["lives", "2 of 3 lives left"]);
  rerender(left("candle"));
  expect(shown().textContent).toBe("");
});
