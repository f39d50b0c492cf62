/** Before the first game of its kind on this device: a lesson, or straight to the board. */
import { useTranslation } from "react-i18next";
import { useNames } from "@/catalogue/names";
import { Button } from "@/ui/Button";
import Sheet from "@/ui/Sheet";

interface LessonOfferProps {
  game: string;
  onLearn: () => void;
  onPlay: () => void;
}

export default function LessonOffer({ game, onLearn, onPlay }: LessonOfferProps) {
  const { t } = useTranslation("hub");
  const names = useNames();
  return (
    <Sheet title={t("lesson.title", { game: names.game(game) })} open onClose={onPlay}>
      <p>{names.summary(game)}</p>
      <div className="row">
        <Button kind="main" icon="learn" onClick={onLearn}>
          {t("lesson.learn")}
        </Button>
        <Button icon="play" onClick={onPlay}>
          {t("lesson.play")}
        </Button>
      </div>
    </Sheet>
  );
}
