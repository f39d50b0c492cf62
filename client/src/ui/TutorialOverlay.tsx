/** Learn by doing: a few small tables to try on, each with one thing to do. The game's own tutorial.tsx sets them. */
import { type ComponentType, lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./Button";
import { announce } from "./notices";
import Sheet from "./Sheet";
import "./TutorialOverlay.css";

/** One thing to try. Calls `done` once the player has done it; the words are `tutorial.<key>.title`, `.text`, `.done`. */
export interface Lesson {
  key: string;
  Scene: ComponentType<{ done: () => void }>;
}

const tutorials = import.meta.glob<{ lessons: readonly Lesson[] }>("../games/*/tutorial.tsx");

interface TutorialProps {
  game: string;
  open: boolean;
  onClose: () => void;
}

export default function TutorialOverlay({ game, open, onClose }: TutorialProps) {
  const { t } = useTranslation("hub");
  const Lessons = useMemo(() => lessonsOf(game), [game]);
  return (
    <Sheet title={t("tutorial.title")} open={open} onClose={onClose}>
      <Suspense fallback={<p className="soft">{t("loading")}</p>}>
        <Lessons game={game} onClose={onClose} />
      </Suspense>
    </Sheet>
  );
}

function lessonsOf(game: string) {
  return lazy(async () => {
    const { lessons } = (await tutorials[`../games/${game}/tutorial.tsx`]?.()) ?? { lessons: [] };
    return {
      default: (props: { game: string; onClose: () => void }) => <Course lessons={lessons} {...props} />,
    };
  });
}

function Course({
  lessons,
  game,
  onClose,
}: {
  lessons: readonly Lesson[];
  game: string;
  onClose: () => void;
}) {
  const { t } = useTranslation("hub");
  const words = useTranslation(game);
  const [at, setAt] = useState(0);
  const [done, setDone] = useState(-1);
  const lesson = lessons[at];
  if (!lesson) return null;
  const last = at === lessons.length - 1;
  const finished = done >= at;
  const finish = () => {
    if (finished) return;
    setDone(at);
    announce(words.t(`tutorial.${lesson.key}.done`));
  };
  return (
    <div className="tutorial">
      <p className="soft figures">{t("tutorial.step", { at: at + 1, of: lessons.length })}</p>
      <h3>{words.t(`tutorial.${lesson.key}.title`)}</h3>
      <p>{words.t(`tutorial.${lesson.key}.text`)}</p>
      <div className="tutorial-scene">
        <lesson.Scene key={lesson.key} done={finish} />
      </div>
      <p className="tutorial-done" data-done={finished}>
        {finished ? words.t(`tutorial.${lesson.key}.done`) : " "}
      </p>
      <div className="tutorial-actions">
        <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
          {t("tutorial.back")}
        </Button>
        <Button kind={finished ? "main" : "quiet"} onClick={() => (last ? onClose() : setAt(at + 1))}>
          {last ? t("tutorial.play") : finished ? t("tutorial.next") : t("tutorial.skip")}
        </Button>
      </div>
    </div>
  );
}
