import type { GameModule } from "@/game-kit";
import { Thumbnail, Wide } from "./pictures";

export default {
  id: "nim",
  Thumbnail,
  Wide,
  board: () => import("./board"),
  learn: () => import("./learn"),
} satisfies GameModule;
