/** Learn by doing: a few small boards to try on, each with one thing to do. The game's own learn/ sets them. */
import { lazy, Suspense, useLayoutEffect, useMemo, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { HostContext } from "@/game-kit/contract/host";
import type { GameModule, Lesson } from "@/game-kit/contract/module";
import { useModule } from "@/stage/modules";
import { useNewHost } from "@/stage/useNewHost";
import { loadWords } from "@/text";
import { Button } from "./controls/Button";
import { ErrorBoundary } from "./page/ErrorBoundary";
import Sheet from "./sheets/Sheet";
import "./TutorialOverlay.css";

interface TutorialProps {
  game: string;
  open: boolean;
  onClose: () => void;
}

export default function TutorialOverlay({ game, open, onClose }: TutorialProps) {
  const { t } = useTranslation("hub");
  const module = useModule(game);
  const [broken, loadAgain] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what broke is loaded anew
  const Lessons = useMemo(() => lessonsOf(game, module?.learn), [game, module, broken]);
  return (
    <Sheet title={t("tutorial.title")} open={open} onClose={onClose}>
      <Suspense fallback={<p className="soft">{t("loading")}</p>}>
        <ErrorBoundary resetOn={game} from={module?.from} onBroken={loadAgain}>
          <Lessons game={game} onClose={onClose} />
        </ErrorBoundary>
      </Suspense>
    </Sheet>
  );
}

function lessonsOf(game: string, learn: GameModule["learn"]) {
  return lazy(async () => {
    const [learned] = await Promise.all([learn?.(), loadWords(game)]);
    return {
      default: (props: { game: string; onClose: () => void }) => (
        <Lessons lessons={learned?.lessons ?? []} {...props} />
      ),
    };
  });
}

interface LessonsProps {
  lessons: readonly Lesson[];
  game: string;
  onClose: () => void;
}

function Lessons({ lessons, game, onClose }: LessonsProps) {
  const host = useNewHost(game, true, null);
  const { t } = host;
  const [at, setAt] = useState(0);
  const [done, setDone] = useState(-1);
  const top = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its top
  useLayoutEffect(() => {
    top.current?.scrollIntoView({ block: "start" });
  }, [at]);
  const lesson = lessons[at];
  if (!lesson) return null;
  const last = at === lessons.length - 1;
  const finished = done >= at;
  const finish = () => {
    if (finished) return;
    setDone(at);
    host.announce(t(`tutorial.${lesson.key}.done`));
  };
  return (
    <div className="tutorial" ref={top}>
      <div className="tutorial-head">
        <h3>{t(`tutorial.${lesson.key}.title`)}</h3>
        <span className="soft figures">{t("tutorial.step", { at: at + 1, of: lessons.length })}</span>
      </div>
      <p>{t(`tutorial.${lesson.key}.text`)}</p>
      <div className="tutorial-scene">
        <HostContext value={host}>
          <lesson.Scene key={lesson.key} done={finish} />
        </HostContext>
      </div>
      <div className="tutorial-foot">
        {finished && <p className="tutorial-done">{t(`tutorial.${lesson.key}.done`)}</p>}
        <div className="tutorial-actions">
          <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
            {t("tutorial.back")}
          </Button>
          <Button kind={finished ? "main" : "quiet"} onClick={() => (last ? onClose() : setAt(at + 1))}>
            {last ? t("tutorial.end") : finished ? t("tutorial.next") : t("tutorial.skip")}
          </Button>
        </div>
      </div>
    </div>
  );
}
