import type { GameModule, Sound } from "@/game-kit";
import { Cover, Thumbnail, Wide } from "./pictures";

const TILE: Sound = [
  { pitch: 3800, seconds: 0.02, loudness: 0.12, shape: "hiss" },
  { pitch: 1180, seconds: 0.05, loudness: 0.05, shape: "triangle" },
];

export default {
  id: "stackdoku",
  Thumbnail,
  Wide,
  cover: async () => ({ default: Cover }),
  board: () => import("./board"),
  analysis: () => import("./analysis"),
  learn: () => import("./learn"),
  preferences: () => import("./board/Controls"),
  asking: ["hint", "winnable"],
  // By the actions of the log; help and an early end come without one.
  sounds: {
    hint: [],
    winnable: [],
    finish: [],
    remove: TILE,
    restart: TILE,
    place: [{ pitch: 3200, seconds: 0.09, loudness: 0.06, shape: "hiss" }],
    undo: [
      { pitch: 1400, seconds: 0.07, loudness: 0.05, shape: "hiss" },
      { pitch: 330, seconds: 0.12, loudness: 0.04, shape: "triangle", after: 0.02 },
    ],
    rescue: [{ pitch: 700, seconds: 0.35, loudness: 0.06, shape: "hiss" }],
  },
} satisfies GameModule;
