import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Schema } from "@/api/client";
import { setLanguage } from "@/text";
import { Player } from "./Player";
import { useReplay } from "./useReplay";

const steps = Array.from({ length: 9 }, (_, seq) => ({ seq, at_ms: 500 * seq })) as Schema["Step"][];
const moves = steps.map(({ seq }) => seq);

beforeAll(() => setLanguage("en"));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Replayed() {
  const replay = useReplay(steps, 0);
  const addressOf = (at: number) => `https://hub.test/match/m1?at=${at}`;
  return (
    <Player
      replay={replay}
      steps={steps}
      moves={moves}
      mistakes={null}
      addressOf={addressOf}
      small={false}
      onSmall={() => {}}
    />
  );
}

test("a replay that runs stays at the moment whose link is copied", () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockReturnValue(new Promise(() => {}));
  render(<Replayed />);
  fireEvent.click(screen.getByRole("button", { name: "Play" }));
  act(() => void vi.advanceTimersByTime(500));
  act(() => void vi.advanceTimersByTime(500));
  fireEvent.click(screen.getByRole("button", { name: "Copy a link to this moment" }));
  expect(copied).toHaveBeenCalledExactlyOnceWith("https://hub.test/match/m1?at=2");
  act(() => void vi.advanceTimersByTime(500));
  expect(screen.getByText(/^2 \/ 8 moves/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Play" })).toBeTruthy();
});
