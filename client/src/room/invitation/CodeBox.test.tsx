import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { http, queryClient } from "@/api/client";
import { setLanguage } from "@/text";
import CodeBox from "./CodeBox";

beforeAll(() => setLanguage("en"));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("whoever types on after a code that no room has starts over", async () => {
  vi.spyOn(http, "GET").mockResolvedValue({
    error: { code: "no-such-room", status_code: 404, detail: "no room has this code" },
    response: new Response(null, { status: 404 }),
  } as never);
  render(
    <QueryClientProvider client={queryClient}>
      <CodeBox />
    </QueryClientProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>("textbox");
  fireEvent.change(field, { target: { value: "ABCDEF" } });
  await screen.findByText(/No room has the code ABCDEF/);
  fireEvent.change(field, { target: { value: "ABCDEF " } });
  expect(field.value).toBe("ABCDEF");
  fireEvent.change(field, { target: { value: "ABCDEFX" } });
  expect(field.value).toBe("X");
  expect(screen.queryByText(/No room has the code/)).toBeNull();
});
