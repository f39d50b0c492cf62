import { afterEach, expect, test, vi } from "vitest";
import { setLanguage } from "./index";
import { date } from "./times";

afterEach(() => vi.restoreAllMocks());

const EVENING = new Date(2026, 10, 17, 17, 16).getTime();

test.each([
  ["en", ["en-GB", "en"], "17 Nov 2026, 17:16"],
  ["en", ["de-DE", "en-GB"], "17 Nov 2026, 17:16"],
  ["en", ["de-DE"], "Nov 17, 2026, 5:16 PM"],
  ["de", ["en-GB", "en"], "17.11.2026, 17:16"],
])("%s in a browser that asks for %s writes a date as its region does", async (language, asked, written) => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(asked);
  await setLanguage(language);
  expect(date(EVENING).replace("\u202f", " ")).toBe(written);
});
