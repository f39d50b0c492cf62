import { focusManager, MutationObserver, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { http, queryClient, type Schema } from "@/api/client";
import { meQuery, noticesQuery } from "@/api/queries";
import { setLanguage } from "@/text";
import HostNotes from "./HostNotes";

const QUIET: Schema["HostNotices"] = { announcement: null, ban: null, mute: null };

beforeAll(() => setLanguage("en"));
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function show(said: Partial<Schema["HostNotices"]>) {
  queryClient.setQueryData<unknown>(meQuery.queryKey, { id: "ann", name: "Ann" });
  queryClient.setQueryData(noticesQuery("ann").queryKey, { ...QUIET, ...said });
  render(
    <QueryClientProvider client={queryClient}>
      <HostNotes />
    </QueryClientProvider>,
  );
}

const announced = (act: number, text: string) => ({ announcement: { act, at: 0, until: null, text } });

test("an announcement that was closed stays closed, and another one is shown", () => {
  show(announced(1, "A pause at eight."));
  expect(screen.getByRole("status").textContent).toContain("A pause at eight.");
  fireEvent.click(screen.getByRole("button", { name: "Close this announcement" }));
  expect(screen.queryByText(/A pause/)).toBeNull();
  cleanup();
  show(announced(1, "A pause at eight."));
  expect(screen.queryByText(/A pause/)).toBeNull();
  cleanup();
  show(announced(2, "At nine, rather."));
  expect(screen.getByText(/At nine/)).toBeTruthy();
});

test("a notice about being muted can be closed, and is back with the next visit", () => {
  const mute = { reason: "loud", until: null };
  show({ ...announced(1, "A pause at eight."), mute });
  fireEvent.click(screen.getByRole("button", { name: "Close this notice" }));
  expect(screen.queryByText(/loud/)).toBeNull();
  expect(screen.getByText(/A pause/)).toBeTruthy();
  cleanup();
  show({ mute });
  expect(screen.getByText(/loud/)).toBeTruthy();
});

test.each([
  { reason: "loud again", until: null },
  { reason: "loud", until: 86_400_000 },
])("another mute is told though the first was closed: %o", async (another) => {
  show({ mute: { reason: "loud", until: null } });
  fireEvent.click(screen.getByRole("button", { name: "Close this notice" }));
  const say = (mute: Schema["HostNotices"]["mute"]) =>
    act(async () => {
      queryClient.setQueryData(noticesQuery("ann").queryKey, { ...QUIET, mute });
      await new Promise((heard) => setTimeout(heard));
    });
  await say({ reason: "loud", until: null });
  expect(screen.queryByText(/loud/)).toBeNull();
  await say(another);
  expect(screen.getByText(/loud/)).toBeTruthy();
});

test("whoever is banned is told why and until when, and cannot close that", () => {
  show({ ban: { reason: "rude", until: null }, mute: { reason: "loud", until: null } });
  const said = screen.getByRole("status").textContent;
  expect(said).toContain("stay away");
  expect(said).toContain("Reason: rude. Until the host lifts it.");
  expect(said).not.toContain("loud");
  expect(screen.queryByRole("button")).toBeNull();
});

describe("a ban that was lifted is asked about", () => {
  const note = () => screen.queryByText(/stay away/);
  const press = () => act(() => new MutationObserver(queryClient, { mutationFn: async () => 1 }).mutate());

  function banned() {
    const answer = { data: QUIET, response: new Response() };
    const asked = vi.spyOn(http, "GET").mockResolvedValue(answer as never);
    show({ ban: { reason: "rude", until: null } });
    expect(note()).toBeTruthy();
    return asked;
  }

  test("when something that they press succeeds, and not any more afterwards", async () => {
    const asked = banned();
    await press();
    await waitFor(() => expect(note()).toBeNull());
    await press();
    expect(asked).toHaveBeenCalledOnce();
  });

  test("when the page is looked at, however lately it asked", async () => {
    banned();
    act(() => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
    });
    await waitFor(() => expect(note()).toBeNull());
    focusManager.setFocused(undefined);
  });

  test("and who only reads an announcement does not ask as often", async () => {
    const asked = banned();
    cleanup();
    asked.mockClear();
    show(announced(1, "A pause at eight."));
    await act(async () => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
      await new Promise((heard) => setTimeout(heard));
    });
    expect(asked).not.toHaveBeenCalled();
    focusManager.setFocused(undefined);
  });

  test("within half a minute", async () => {
    vi.useFakeTimers();
    banned();
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(note()).toBeNull();
  });
});
