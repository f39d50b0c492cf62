import type { GameModule } from "@/game-kit";
import { Thumbnail, Wide } from "./pictures";

export default {
  id: "dots-and-boxes",
  Thumbnail,
  Wide,
  board: () => import("./board"),
  analysis: () => import("./analysis"),
  learn: () => import("./learn"),
  sounds: {
    line: [
      { pitch: 1400, seconds: 0.07, loudness: 0.05, shape: "hiss" },
      { pitch: 330, seconds: 0.12, loudness: 0.04, shape: "triangle", after: 0.02 },
    ],
    box: [
      { pitch: 392, seconds: 0.2, loudness: 0.06 },
      { pitch: 587, seconds: 0.24, loudness: 0.05, after: 0.06 },
    ],
  },
} satisfies GameModule;
