import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { queryClient } from "@/api/client";
import { setLanguage } from "@/text";
import { announce, Notices } from "@/ui/notices";
import type { Replayed } from "../moment";
import { AnalysisPanel } from "./AnalysisPanel";
import type { Analysis } from "./useAnalysis";

const OFFERED: Analysis = {
  now: undefined,
  offered: true,
  begin: () => {},
  beginning: false,
  error: null,
  retry: () => {},
  Drawing: null,
  mistakes: [],
  marksAt: () => null,
};
const READY: Analysis = {
  ...OFFERED,
  now: { state: "ready", done: 1, report: {}, computed: "server", queued: false },
  offered: false,
  Drawing: () => <p>drawn</p>,
};
const replayed: Replayed = { id: "m1", game: "ten-exorcism", seats: [] };
const panel = (analysis: Analysis) => (
  <QueryClientProvider client={queryClient}>
    <Notices />
    <AnalysisPanel replayed={replayed} analysis={analysis} steps={[]} seq={0} seek={() => {}} />
  </QueryClientProvider>
);

beforeAll(() => setLanguage("en"));
afterEach(cleanup);

const said = () => [...document.querySelectorAll("[aria-live]")].map((one) => one.textContent).join("");

test("whoever asks keeps the keyboard at the analysis and is told when it is there", () => {
  const { rerender } = render(panel(OFFERED));
  fireEvent.click(screen.getByRole("button", { name: "Analyse this match" }));
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Analysis" }));
  rerender(panel(READY));
  expect(screen.getByText("drawn")).toBeTruthy();
  expect(said()).toBe("The analysis is here.");
});

test("an analysis that was there before is not announced", () => {
  act(() => announce("Something else"));
  render(panel(READY));
  expect(said()).toBe("Something else");
});

test("how far an analysis is stands beside its bar, and is told a few times", () => {
  const at = (done: number): Analysis => ({
    ...OFFERED,
    now: { state: "working", done, report: null, computed: "server", queued: false },
    offered: false,
  });
  const { rerender } = render(panel(at(0)));
  rerender(panel(at(0.52)));
  expect(screen.getByRole("progressbar").closest("label")?.textContent).toMatch(/52% done$/);
  expect(said()).toBe("50% done");
});
