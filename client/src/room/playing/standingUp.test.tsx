import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { http, queryClient } from "@/api/client";
import { hasStoodUp, useStandUp } from "./standingUp";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  queryClient.clear();
});

function standUp() {
  const { result } = renderHook(() => useStandUp("ABCDEF"), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  act(() => result.current.mutate());
  return result;
}

const answer = (status: number) => {
  const error = { code: "any", detail: "Not now." };
  return Promise.resolve({ error, response: new Response(null, { status }) }) as never;
};

test("that somebody stood up is kept before the hub has answered, and in that room alone", async () => {
  const asked = vi.spyOn(http, "POST").mockReturnValue(new Promise(() => {}) as never);
  standUp();
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(hasStoodUp("ABCDEF")).toBe(true);
  expect(hasStoodUp("ABCDEG")).toBe(false);
});

test("what the hub refuses is forgotten again, unless somebody stood up there before; what it did not answer is not", async () => {
  const asked = vi.spyOn(http, "POST");
  const stoodUpAfter = async (answered: never) => {
    asked.mockReturnValue(answered);
    const result = standUp();
    await vi.waitFor(() => expect(result.current.isError).toBe(true));
    return hasStoodUp("ABCDEF");
  };
  expect(await stoodUpAfter(answer(429))).toBe(false);
  expect(await stoodUpAfter(Promise.reject(new TypeError("no network")) as never)).toBe(true);
  expect(await stoodUpAfter(answer(429))).toBe(true);
});
