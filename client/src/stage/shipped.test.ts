import i18next from "i18next";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { loadWords, setLanguage } from "@/text";
import { shippedModule } from "./shipped";

beforeAll(() => setLanguage("en"));
afterEach(() => vi.unstubAllGlobals());

test("words are found in every language that a file of the package is named by", async () => {
  vi.stubGlobal("fetch", async (address: string) => Response.json({ at: address }));
  const files = ["board.js", "text/en.json", "text/pt-BR.json"];
  shippedModule("fen", { package: "fen_game", hash: "0a1e", files, bytes: [1, 1, 1] });
  await loadWords("fen", "pt-BR");
  expect(i18next.getResource("pt-BR", "fen", "at")).toBe("/pages/0a1e/text/pt-BR.json");
});
