import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "@/api/problem";
import { setLanguage } from "@/text";
import { Failure } from "./Failure";

const retry = vi.fn();
const answers = vi.fn<() => Promise<Response>>();

beforeAll(() => setLanguage("en"));
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", answers);
  retry.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const unreachable = new Problem("unreachable", "the server does not answer", 0);

test("what the network kept back is asked for again by a button, and by itself once the server is heard", async () => {
  answers.mockRejectedValue(new TypeError("no network"));
  render(<Failure error={unreachable} retry={retry} />);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(retry).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(retry).toHaveBeenCalledTimes(1);
  answers.mockImplementation(async () => Response.json({ status: "alive" }));
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(retry).toHaveBeenCalledTimes(2);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(retry).toHaveBeenCalledTimes(2);
});

test("whoever has left the page asks no more", async () => {
  answers.mockImplementation(async () => Response.json({ status: "alive" }));
  render(<Failure error={unreachable} retry={retry} />).unmount();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(retry).not.toHaveBeenCalled();
});

test("a refusal is not asked for again", async () => {
  answers.mockImplementation(async () => Response.json({ status: "alive" }));
  render(<Failure error={new Problem("no-such-match", "no", 404)} retry={retry} />);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.queryByRole("button")).toBeNull();
  expect(retry).not.toHaveBeenCalled();
});
