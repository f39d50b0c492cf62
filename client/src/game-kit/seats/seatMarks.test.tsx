import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { SeatLine } from "./seatMarks";

afterEach(cleanup);

/** The marks on a line of that seat, as a path. */
function marks(seat: number, length: number): string {
  const { container } = render(
    <svg>
      <title>Line</title>
      <SeatLine length={length} seat={seat} />
    </svg>,
  );
  const path = container.querySelector("path:last-child")?.getAttribute("d") ?? "";
  cleanup();
  return path;
}

test.each([0, 1, 2, 3])(
  "a line of seat %i is drawn however short it is, and repeats its pattern when it is long",
  (seat) => {
    const short = [12, 20, 31].map((length) => marks(seat, length));
    expect(marks(seat, 100).length).toBeGreaterThan(Math.max(...short.map((path) => path.length)));
  },
);

test("the lines of no two seats have the same marks", () => {
  expect(new Set([0, 1, 2, 3].map((seat) => marks(seat, 100))).size).toBe(4);
});
