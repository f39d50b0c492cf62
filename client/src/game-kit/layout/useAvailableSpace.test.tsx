import { act, cleanup, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Orientation, OrientationContext, useAvailableSpace } from "./useAvailableSpace";

let space = { width: 0, height: 0 };
let resized: (() => void)[] = [];

beforeEach(() => {
  resized = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(measure: () => void) {
        resized.push(measure);
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(() => space as DOMRect);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Board() {
  const around = useRef<HTMLDivElement>(null);
  const board = useRef<HTMLDivElement>(null);
  const across = useAvailableSpace(around, board);
  return (
    <div ref={around}>
      <div ref={board}>{across ? "across" : "upright"}</div>
    </div>
  );
}

function resize(width: number, height: number): void {
  space = { width, height };
  act(() => {
    for (const measure of resized) measure();
  });
}

test("a board keeps the way it lies when the window changes, and learns its new space", () => {
  space = { width: 800, height: 400 };
  const { container } = render(<Board />);
  resize(300, 700);
  expect(container.textContent).toBe("across");
  expect(container.querySelector<HTMLElement>("[style]")?.style.getPropertyValue("--space-down")).toBe(
    "700px",
  );
});

test("in a window higher than wide a board stands upright, however low its frame is", () => {
  vi.stubGlobal("innerWidth", 360);
  vi.stubGlobal("innerHeight", 640);
  space = { width: 340, height: 250 };
  expect(render(<Board />).container.textContent).toBe("upright");
});

test("boards of one page lie the same way: the first decides", () => {
  space = { width: 300, height: 700 };
  const shared: Orientation = { across: null };
  const { container } = render(
    <OrientationContext value={shared}>
      <Board />
      <Board />
    </OrientationContext>,
  );
  expect(container.textContent).toBe("uprightupright");
  space = { width: 800, height: 400 };
  const later = render(
    <OrientationContext value={shared}>
      <Board />
    </OrientationContext>,
  );
  expect(later.container.textContent).toBe("upright");
});
