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

test("that somebody stood up is kept before the hub has answered, and in that room alone", async () => {
  const asked = vi.spyOn(http, "POST").mockReturnValue(new Promise(() => {}) as never);
  const { result } = renderHook(() => useStandUp("ABCDEF"), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  act(() => result.current.mutate());
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(hasStoodUp("ABCDEF")).toBe(true);
  expect(hasStoodUp("ABCDEG")).toBe(false);
});
