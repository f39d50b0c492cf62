import type { GameCard } from "../card";
import { Thumbnail, Wide } from "./pictures";

const card: GameCard = {
  id: "stackdoku",
  title: { en: "Stackdoku", ko: "스택도쿠" },
  summary: {
    en: "Clear a stack of tiles in pairs and place the numbers you win into a Sudoku.",
    ko: "타일 더미를 한 쌍씩 치우고, 얻은 숫자로 스도쿠를 채웁니다.",
  },
  mode: "solo",
  status: "open",
  order: 3,
  Thumbnail,
  Wide,
  quick: { seats: [{ for: "me" }], options: { difficulty: "easy" } },
  words: {
    difficulty: { en: "Difficulty", ko: "난이도" },
    easy: { en: "Easy", ko: "쉬움" },
    medium: { en: "Medium", ko: "보통" },
    hard: { en: "Hard", ko: "어려움" },
    expert: { en: "Expert", ko: "고수" },
  },
};

export default card;
