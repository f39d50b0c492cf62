import { afterEach, expect, test, vi } from "vitest";
import { preferences } from "@/ui/preferences";
import { playSound } from "./sound";

const played: string[] = [];

class Recording {
  constructor(readonly address: string) {}
  async play() {
    played.push(this.address);
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  preferences.set({ sound: false });
});

test("a recording is played by its address, and nothing where sound is off", () => {
  vi.stubGlobal("Audio", Recording);
  playSound("/pages/0a1b/plop.ogg");
  expect(played).toEqual([]);
  preferences.set({ sound: true });
  playSound("/pages/0a1b/plop.ogg");
  expect(played).toEqual(["/pages/0a1b/plop.ogg"]);
});
