/** English stands in for each word that a language lacks, and is fetched only then. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import i18next from "i18next";
import { build } from "vite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Unloaded } from "@/unloaded";
import { incompleteWords, lacksWords } from "../../vite/incompleteWords";
import { addWords, loadWords, setLanguage } from "./index";

const ENGLISH = { name: "Pond", deep: { frogs_one: "{{count}} frog", frogs_other: "{{count}} frogs" } };

test.each([
  ["everything said", "de", { name: "Teich", deep: { frogs_one: "Frosch", frogs_other: "Frösche" } }, false],
  ["no plural where the language has none", "ko", { name: "연못", deep: { frogs_other: "개구리" } }, false],
  ["a word missing", "de", { deep: { frogs_one: "Frosch", frogs_other: "Frösche" } }, true],
  [
    "a form of a plural missing",
    "pl",
    { name: "Staw", deep: { frogs_one: "żaba", frogs_other: "żaby" } },
    true,
  ],
  ["nothing said at all", "de", {}, true],
])("a file with %s", (_, language, words, lacks) => {
  expect(lacksWords(ENGLISH, words, language)).toBe(lacks);
});

describe("a build", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "words-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** What the file of a language exports, once it is built beside the English one. */
  async function built(words: object): Promise<object> {
    for (const [name, said] of Object.entries({
      "en/games/pond.json": ENGLISH,
      "fr/games/pond.json": words,
    })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), JSON.stringify(said));
    }
    writeFileSync(join(folder, "main.js"), 'export * as words from "./fr/games/pond.json";');
    const made = await build({
      configFile: false,
      root: folder,
      logLevel: "warn",
      plugins: [incompleteWords(folder)],
      build: { write: false, minify: false, lib: { entry: join(folder, "main.js"), formats: ["es"] } },
    });
    const [output] = Array.isArray(made) && made[0] ? made[0].output : [];
    const { words: exported } = await import(
      `data:text/javascript,${encodeURIComponent(output?.code ?? "")}`
    );
    return { ...exported };
  }

  test("says of the words of a language that some are missing", async () => {
    expect(await built({ name: "Étang" })).toMatchObject({ default: { name: "Étang" }, incomplete: true });
  });

  test("says nothing of one in which nothing is missing", async () => {
    const whole = { name: "Étang", deep: { frogs_one: "une", frogs_many: "de", frogs_other: "des" } };
    expect(await built(whole)).not.toHaveProperty("incomplete");
  });
});

describe("a game of another package", () => {
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  /** The package has these files and no others. */
  function answering(files: Readonly<Record<string, object>>) {
    globalThis.fetch = vi.fn(async (asked) => {
      const words = files[String(asked)];
      return new Response(JSON.stringify(words ?? null), { status: words ? 200 : 404 });
    });
  }

  test("is read in English where its words in the player's language lack some", async () => {
    await setLanguage("ko");
    answering({ "tarn/en.json": ENGLISH, "tarn/ko.json": { name: "연못" } });
    addWords("tarn", ["en", "ko"], (language) => `tarn/${language}.json`);
    await loadWords("tarn");
    expect(i18next.t("tarn:name")).toBe("연못");
    expect(i18next.t("tarn:deep.frogs", { count: 2 })).toBe("2 frogs");
  });

  test("has its words also when the language changes to one that it has after one that it has not", async () => {
    await setLanguage("de");
    answering({ "lake/en.json": { name: "Lake" }, "lake/ko.json": { name: "호수" } });
    addWords("lake", ["en", "ko"], (language) => `lake/${language}.json`);
    await loadWords("lake");
    expect(i18next.t("lake:name")).toBe("Lake");
    await setLanguage("ko");
    expect(i18next.t("lake:name")).toBe("호수");
  });

  test("whose words do not come is told apart from one that breaks, and they are asked for again", async () => {
    await setLanguage("en");
    addWords("moor", ["en"], (language) => `moor/${language}.json`);
    answering({});
    await expect(loadWords("moor")).rejects.toThrow(Unloaded);
    globalThis.fetch = vi.fn(() => Promise.reject(new TypeError("no network")));
    await expect(loadWords("moor")).rejects.toThrow(Unloaded);
    answering({ "moor/en.json": { name: "Moor" } });
    await loadWords("moor");
    expect(i18next.t("moor:name")).toBe("Moor");
  });

  test("is read in what it has when its English words do not come, and in English when they do", async () => {
    await setLanguage("ko");
    answering({ "stream/ko.json": { name: "시내" } });
    addWords("stream", ["en", "ko"], (language) => `stream/${language}.json`);
    await loadWords("stream");
    expect(i18next.t("stream:name")).toBe("시내");
    answering({ "stream/en.json": { name: "Stream" } });
    await setLanguage("en");
    expect(i18next.t("stream:name")).toBe("Stream");
  });
});
