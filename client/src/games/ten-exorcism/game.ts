import type { GameCard } from "../card";
import { Thumbnail, Wide } from "./pictures";

const card: GameCard = {
  id: "ten-exorcism",
  title: { en: "Ten Exorcism", ko: "텐 엑소시즘" },
  summary: {
    en: "Ghosts on dark glass. Draw a rectangle of exactly ten and they go.",
    ko: "어두운 유리 위의 유령들. 합이 10인 사각형을 그리면 떠납니다.",
  },
  mode: "solo",
  status: "open",
  order: 1,
  Thumbnail,
  Wide,
  quick: { seats: [{ for: "me" }], options: { mode: "classic" } },
  words: {
    mode: { en: "Mode", ko: "모드" },
    classic: { en: "Classic, 120 seconds", ko: "클래식, 120초" },
    endless: { en: "Endless", ko: "무한" },
  },
};

export default card;
