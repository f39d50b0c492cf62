/** Before the first game of its kind on this device: a lesson, or straight to the board. */
import { useTranslation } from "react-i18next";
import { useNames } from "@/catalogue/names";
import ConfirmSheet from "@/ui/sheets/ConfirmSheet";

interface LessonOfferProps {
  game: string;
  onLearn: () => void;
  onPlay: () => void;
}

export default function LessonOffer({ game, onLearn, onPlay }: LessonOfferProps) {
  const { t } = useTranslation("hub");
  const names = useNames();
  return (
    <ConfirmSheet
      title={t("lesson.title", { game: names.game(game) })}
      text={names.summary(game)}
      yes={t("lesson.learn")}
      no={t("lesson.play")}
      icon="learn"
      kind="main"
      open
      onYes={onLearn}
      onClose={onPlay}
    />
  );
}
