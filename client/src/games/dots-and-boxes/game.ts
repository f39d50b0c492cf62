import type { GameCard } from "../card";
import { Thumbnail, Wide } from "./pictures";

export default {
  id: "dots-and-boxes",
  title: { en: "Dots and Boxes", ko: "점과 상자" },
  summary: {
    en: "Stretch a thread between two pins. Close a box, own it, and draw again.",
    ko: "핀과 핀 사이에 실을 거세요. 상자를 닫으면 내 것, 그리고 한 번 더.",
  },
  mode: "together",
  status: "open",
  order: 2,
  Thumbnail,
  Wide,
  quick: { seats: [{ for: "me" }, { for: "bot", level: "casual" }], options: {} },
  words: {
    turn_seconds: { en: "Seconds for each line", ko: "한 선에 주는 시간(초)" },
    "turn_seconds.0": { en: "No limit", ko: "제한 없음" },
  },
  suggestions: { turn_seconds: [0, 10, 20, 30, 60] },
} satisfies GameCard;
