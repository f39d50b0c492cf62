import { act } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { setLanguage } from "@/text";
import type { OnProgress } from "./python";
import { noteWhileStarting } from "./StartingNote";

beforeAll(() => setLanguage("en"));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const NEVER = new Promise<never>(() => {});
const bar = () => document.querySelector<HTMLProgressElement>(".notice progress");
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("who waits for Python sees how far it has come, until it is there", async () => {
  let started = () => {};
  let reached: OnProgress = () => {};
  const ready = new Promise<void>((resolve) => {
    started = resolve;
  });
  const starting = (told: OnProgress) => {
    reached = told;
    told(0.1);
    return () => {};
  };
  const noted = noteWhileStarting({ ready, starting }, NEVER);
  await pass(400);
  expect(bar()).toBeNull();
  await pass(200);
  expect(bar()?.value).toBe(10);
  act(() => reached(0.4));
  expect(bar()?.value).toBe(40);
  expect(document.body.textContent).toContain("starting on this device… 40%");
  started();
  await act(() => noted);
  expect(bar()).toBeNull();
});

test("what starts at once, or cannot, is not worth a word", async () => {
  const starting = () => () => {};
  await noteWhileStarting({ ready: Promise.resolve(), starting }, NEVER);
  await noteWhileStarting({ ready: Promise.reject(new Error("none")), starting }, NEVER);
  await noteWhileStarting({ ready: NEVER, starting }, Promise.resolve());
  expect(bar()).toBeNull();
});
