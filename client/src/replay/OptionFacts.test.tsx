import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { queryClient, type Schema } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import { setLanguage } from "@/text";
import { OptionFacts } from "./OptionFacts";

const words = (text: string) => ({ en: text });
const GAME = {
  id: "nim",
  title: words("Nim"),
  seeded: true,
  boards: [{ name: "small", label: words("Small") }],
  options: [{ name: "heaps", label: words("Heaps"), default: 3, choices: [], suggested: [], empty: null }],
} as unknown as Schema["ListedGame"];

beforeAll(() => setLanguage("en"));
afterEach(cleanup);

function show(options: Record<string, number> | undefined) {
  queryClient.setQueryData(gamesQuery.queryKey, [GAME]);
  render(
    <QueryClientProvider client={queryClient}>
      <OptionFacts game="nim" board="small" seats={1} seed={7} options={options} />
    </QueryClientProvider>,
  );
}

test("the board, its seed and what was chosen are told", () => {
  show({ heaps: 5 });
  expect(screen.getAllByRole("definition").map((one) => one.textContent)).toEqual([
    "Small · seed 7",
    "Heaps: 5",
  ]);
});

test("without the options of an older process the rest is told", () => {
  show(undefined);
  expect(screen.getAllByRole("definition").map((one) => one.textContent)).toEqual(["Small · seed 7"]);
});
