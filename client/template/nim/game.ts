import type { GameModule } from "@/game-kit";
import { Thumbnail, Wide } from "./pictures";

export default {
  id: "nim",
  Thumbnail,
  Wide,
  board: () => import("./board"),
  learn: () => import("./learn"),
  sounds: { stone: [{ pitch: 620, seconds: 0.08, loudness: 0.05, shape: "triangle" }] },
} satisfies GameModule;
