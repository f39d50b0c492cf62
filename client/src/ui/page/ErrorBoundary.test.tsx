import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setLanguage } from "@/text";
import { Unloaded } from "@/unloaded";
import { ErrorBoundary } from "./ErrorBoundary";

let broken = true;

function Fragile() {
  if (broken) throw new Error("it broke");
  return <p>whole</p>;
}

beforeAll(() => setLanguage("en"));
beforeEach(() => {
  broken = true;
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(cleanup);

test("what breaks is replaced by a way on, and tried again at another address", () => {
  const at = (address: string) => (
    <ErrorBoundary resetOn={address}>
      <Fragile />
    </ErrorBoundary>
  );
  const { rerender } = render(at("/a"));
  expect(screen.getByRole("alert").textContent).toContain("This page broke");
  broken = false;
  rerender(at("/a"));
  expect(screen.queryByText("whole")).toBeNull();
  rerender(at("/b"));
  expect(screen.getByText("whole")).toBeTruthy();
});

test("a fault is tried again where it happened", () => {
  render(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  );
  broken = false;
  fireEvent.click(screen.getByText("Try again"));
  expect(screen.getByText("whole")).toBeTruthy();
});

describe("a part of the program that did not arrive", () => {
  const reload = vi.fn();
  const answers = vi.fn<() => Promise<Response>>();
  const Missing = () => {
    throw new TypeError("Failed to fetch dynamically imported module: /assets/page.js");
  };

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", answers.mockRejectedValue(new TypeError("no network")));
    vi.spyOn(location, "reload").mockImplementation(reload);
    sessionStorage.clear();
    reload.mockClear();
    render(
      <ErrorBoundary>
        <Missing />
      </ErrorBoundary>,
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("is loaded with its page as soon as the server answers", async () => {
    expect(screen.getByRole("alert").textContent).toContain("This page did not arrive");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reload).not.toHaveBeenCalled();
    answers.mockImplementation(async () => Response.json({ status: "alive" }));
    await vi.advanceTimersByTimeAsync(3000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test("leaves the header where there is no other part of the page", () => {
    cleanup();
    render(
      <ErrorBoundary header={<header>Parlour</header>}>
        <Missing />
      </ErrorBoundary>,
    );
    expect(screen.getByRole("banner").textContent).toBe("Parlour");
    expect(screen.getByRole("main").contains(screen.getByRole("alert"))).toBe(true);
  });

  test("and is missing for good is not asked for again and again", async () => {
    answers.mockImplementation(async () => Response.json({ status: "alive" }));
    await vi.advanceTimersByTimeAsync(3000);
    cleanup();
    render(
      <ErrorBoundary>
        <Missing />
      </ErrorBoundary>,
    );
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reload).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByText("Try again"));
    await vi.advanceTimersByTimeAsync(0);
    expect(reload).toHaveBeenCalledTimes(2);
  });
});

describe("a part of a package that did not arrive", () => {
  const alive = async () => Response.json({ status: "alive" });
  const answers = vi.fn<() => Promise<Response>>();
  let arrived = false;
  const Part = () => {
    if (!arrived) throw new Unloaded("no style sheet at /pages/x/board.css");
    return <p>whole</p>;
  };
  const show = () =>
    render(
      <ErrorBoundary from="pond_game">
        <Part />
      </ErrorBoundary>,
    );

  beforeEach(() => {
    arrived = false;
    vi.useFakeTimers();
    vi.stubGlobal("fetch", answers);
    sessionStorage.clear();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("though the server answers is said to be there in a newer version, and the player loads the page again", async () => {
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    reload.mockClear();
    answers.mockImplementation(alive);
    show();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByRole("alert").textContent).toContain("A newer version of it may be here");
    expect(reload).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText("Load the page again"));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(reload).toHaveBeenCalledOnce();
  });

  test("without a network is tried again in its place as soon as the server answers", async () => {
    answers.mockRejectedValue(new TypeError("no network"));
    show();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByRole("alert").textContent).toContain("This page did not arrive");
    arrived = true;
    answers.mockImplementation(alive);
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(screen.getByText("whole")).toBeTruthy();
  });
});

test("the way home tries again, also where home is what broke", () => {
  render(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  );
  broken = false;
  fireEvent.click(screen.getByText("To the first page"));
  expect(screen.getByText("whole")).toBeTruthy();
});
