import type { GameModule } from "@/game-kit";
import { Thumbnail, Wide } from "./pictures";

export default {
  id: "ten-exorcism",
  Thumbnail,
  Wide,
  cover: () => import("./cover"),
  board: () => import("./board"),
  analysis: () => import("./analysis"),
  learn: () => import("./learn"),
  asking: ["ask"],
  sounds: {
    chalk: [{ pitch: 2600, seconds: 0.05, loudness: 0.05, shape: "hiss" }],
    candle: [{ pitch: 700, seconds: 0.35, loudness: 0.06, shape: "hiss" }],
  },
} satisfies GameModule;
