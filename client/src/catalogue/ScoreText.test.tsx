import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { setLanguage } from "@/text";
import { ScoreText, type ShownScore } from "./ScoreText";

const shown: ShownScore = {
  text: { en: "★★☆ 6:10", ko: "★★☆ 6:10" },
  spoken: { en: "2 stars in 6:10, 1 life lost", ko: "별 2개, 6:10, 목숨 1개 잃음" },
  note: { en: "1 life lost", ko: "목숨 1개 잃음" },
  facts: { stars: 2, time_ms: 370_000 },
};

beforeAll(() => setLanguage("en"));
afterEach(cleanup);

const parts = (container: HTMLElement) => [
  container.querySelector("[aria-hidden]")?.textContent,
  container.querySelector(".unseen")?.textContent,
];

test("a score is short for the eye and said in full to a screen reader", () => {
  const { container } = render(<ScoreText shown={shown} />);
  expect(parts(container)).toEqual(["★★☆ 6:10 1 life lost", "2 stars in 6:10, 1 life lost"]);
});

test("a score is read in the player's language", async () => {
  await setLanguage("ko");
  const { container } = render(<ScoreText shown={shown} />);
  expect(parts(container)).toEqual(["★★☆ 6:10 목숨 1개 잃음", "별 2개, 6:10, 목숨 1개 잃음"]);
});
