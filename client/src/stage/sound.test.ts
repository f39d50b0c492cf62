import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preferences } from "@/ui/preferences";
import { playSound } from "./sound";

/** Samples that were played, and addresses that were asked for. */
let played: string[] = [];
let asked: string[] = [];

/** Of a browser's: what is decoded are the letters of the file. */
class Audio {
  readonly destination = {};
  async resume() {}
  async decodeAudioData(file: ArrayBuffer) {
    const text = new TextDecoder().decode(file);
    if (text === "none") throw new Error("no recording");
    return text;
  }
  createBufferSource() {
    const source = { buffer: "", connect() {}, start: () => played.push(source.buffer) };
    return source;
  }
}

beforeEach(() => {
  played = [];
  asked = [];
  vi.stubGlobal("AudioContext", Audio);
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return new Response(address.includes("none") ? "none" : "plop");
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  preferences.set({ sound: false });
});

test("a recording is fetched once and played each time, and nothing where sound is off", async () => {
  playSound("/pages/0a1b/plop.ogg");
  preferences.set({ sound: true });
  playSound("/pages/0a1b/plop.ogg");
  await vi.waitFor(() => expect(played).toEqual(["plop"]));
  playSound("/pages/0a1b/plop.ogg");
  await vi.waitFor(() => expect(played).toEqual(["plop", "plop"]));
  expect(asked).toEqual(["/pages/0a1b/plop.ogg"]);
});

test("what is no recording is silent, and asked for again", async () => {
  preferences.set({ sound: true });
  playSound("/pages/0a1b/none.ogg");
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await vi.waitFor(() => {
    playSound("/pages/0a1b/none.ogg");
    expect(asked.length).toBeGreaterThan(1);
  });
  expect(played).toEqual([]);
});
