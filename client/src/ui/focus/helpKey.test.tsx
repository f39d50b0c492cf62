import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useHelpKey } from "./helpKey";

afterEach(cleanup);

const tell = vi.fn();

function Page() {
  useHelpKey(tell);
  return (
    <>
      <button type="button">Board</button>
      <input aria-label="Name" />
      <div role="dialog">
        <button type="button">Close</button>
      </div>
    </>
  );
}

test("help is told wherever the focus is, but not to who types, nor over a dialog", () => {
  render(<Page />);
  const board = screen.getByRole("button", { name: "Board" });
  fireEvent.keyDown(document.body, { key: "?", shiftKey: true });
  fireEvent.keyDown(board, { key: "?", shiftKey: true });
  expect(tell).toHaveBeenCalledTimes(2);
  for (const place of [screen.getByRole("textbox"), screen.getByRole("button", { name: "Close" })])
    fireEvent.keyDown(place, { key: "?", shiftKey: true });
  fireEvent.keyDown(board, { key: "/" });
  fireEvent.keyDown(board, { key: "?", ctrlKey: true });
  expect(tell).toHaveBeenCalledTimes(2);
});
