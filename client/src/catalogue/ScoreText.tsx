/** A score as people read it: short for the eye, said in full to a screen reader. What it means is the game's to say. */
import { useTranslation } from "react-i18next";
import type { Schema } from "@/api/client";
import { type Words, wordsIn } from "@/text/languages";
import "./ScoreText.css";

export type ShownScore = Schema["ShownScore"];

/** The note beside it says what ranks before what the short form shows. */
export function ScoreText({ shown }: { shown: ShownScore }) {
  const { i18n } = useTranslation("hub");
  const text = wordsIn(i18n.language, shown.text);
  const spoken = wordsIn(i18n.language, shown.spoken);
  const note = wordsIn(i18n.language, shown.note);
  return (
    <span className="score-text figures">
      <span aria-hidden="true">
        <span className="score-figure">{text}</span>
        {note && (
          <>
            {" "}
            <span className="score-note soft">{note}</span>
          </>
        )}
      </span>
      <span className="unseen">{spoken}</span>
    </span>
  );
}

/** A score as two strings: a short one to stand beside figures, and words for a sentence. A dash if there is no score. */
export function useScoreWords() {
  const { i18n } = useTranslation("hub");
  const words = (of: Words | undefined) => (of ? wordsIn(i18n.language, of) : "–");
  return {
    short: (shown: ShownScore | null | undefined) => words(shown?.text),
    spoken: (shown: ShownScore | null | undefined) => words(shown?.spoken),
  };
}
