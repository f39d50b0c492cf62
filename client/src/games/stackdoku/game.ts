import type { GameModule } from "@/game-kit";
import { Thumbnail, Wide } from "./pictures";

export default {
  id: "stackdoku",
  Thumbnail,
  Wide,
  board: () => import("./board"),
  learn: () => import("./learn"),
  sounds: {
    tile: [
      { pitch: 3800, seconds: 0.02, loudness: 0.12, shape: "hiss" },
      { pitch: 1180, seconds: 0.05, loudness: 0.05, shape: "triangle" },
    ],
    place: [{ pitch: 3200, seconds: 0.09, loudness: 0.06, shape: "hiss" }],
    back: [
      { pitch: 1400, seconds: 0.07, loudness: 0.05, shape: "hiss" },
      { pitch: 330, seconds: 0.12, loudness: 0.04, shape: "triangle", after: 0.02 },
    ],
    candle: [{ pitch: 700, seconds: 0.35, loudness: 0.06, shape: "hiss" }],
  },
} satisfies GameModule;
