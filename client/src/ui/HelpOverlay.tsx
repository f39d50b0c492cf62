/** How a game is played and which keys it knows: the section `help` of the game's own words. */
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadWords } from "@/text";
import { Button } from "./controls/Button";
import { KeyList } from "./controls/KeyList";
import { ErrorBoundary } from "./page/ErrorBoundary";
import { Failure } from "./page/Failure";
import Sheet from "./sheets/Sheet";
import "./HelpOverlay.css";

interface HelpProps {
  game: string;
  open: boolean;
  onClose: () => void;
  /** Learn by doing instead; null where there are no lessons. */
  onTutorial: (() => void) | null;
}

interface Section {
  title: string;
  text: string;
}

export default function HelpOverlay({ game, open, onClose, onTutorial }: HelpProps) {
  const { t } = useTranslation("hub");
  // Before the match begins nothing of the game is loaded yet.
  const [words, setWords] = useState<"awaited" | "there" | { error: unknown }>("awaited");
  const load = useCallback(() => {
    setWords("awaited");
    loadWords(game).then(
      () => setWords("there"),
      (error: unknown) => setWords({ error }),
    );
  }, [game]);
  useEffect(load, [load]);
  return (
    <Sheet title={t("help.title")} open={open} onClose={onClose} wide="desktop">
      {words === "awaited" && <p className="soft">{t("loading")}</p>}
      {words === "there" && (
        <ErrorBoundary resetOn={game}>
          <Sections game={game} />
        </ErrorBoundary>
      )}
      {typeof words === "object" && <Failure error={words.error} retry={load} />}
      {onTutorial && (
        <Button kind="main" icon="learn" onClick={onTutorial}>
          {t("help.tutorial")}
        </Button>
      )}
    </Sheet>
  );
}

function Sections({ game }: { game: string }) {
  const { t } = useTranslation("hub");
  const words = useTranslation(game);
  const found: unknown = words.t("help.sections", { returnObjects: true });
  const sections: readonly Section[] = Array.isArray(found) ? found : [];
  return (
    <div className="help">
      {sections.map((section) => (
        <section key={section.title}>
          <h3>{section.title}</h3>
          <p>{section.text}</p>
        </section>
      ))}
      <section className="help-keys">
        <h3>{t("help.keys")}</h3>
        <KeyList game={game} />
      </section>
    </div>
  );
}
